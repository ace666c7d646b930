// A process that passes crash points as its arguments name them, and tells each one that it survived.
import { type CrashPoint, createCrashPoints } from '../../../../shared/platform/process/crash-points.ts';

const passCrashPoint = createCrashPoints(process.env['CRASH_AT']);
for (const point of process.argv.slice(2)) {
  passCrashPoint(point as CrashPoint);
  process.stdout.write(`${point}\n`);
}
