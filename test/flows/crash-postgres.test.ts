// The crash flow (fault injection) with queues on Postgres.
import { describeCrashFlow } from './support/crash-flow.ts';

describeCrashFlow('postgres');
