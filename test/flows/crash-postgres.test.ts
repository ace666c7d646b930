import { describeCrashFlow } from './support/crash-flow.ts';

describeCrashFlow('postgres');
