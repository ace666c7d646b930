// A process that passes the crash points in its arguments and prints each one that it survived.
import { type CrashPoint, createCrashPoints } from '../../../../shared/platform/process/crash-points.ts';

const passCrashPoint = createCrashPoints(process.env['CRASH_AT']);
for (const point of process.argv.slice(2)) {
  passCrashPoint(point as CrashPoint);
  process.stdout.write(`${point}\n`);
}
