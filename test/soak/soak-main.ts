// `npm run soak -- --hours=8 --seed=7`: a long run on this machine, a line a minute, and at its end what grew, and a row for
// bench/figures.json. It exits with 1 when something was lost or has grown without end.
import { randomInt } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { hours: { type: 'string' }, seed: { type: 'string' } } });
const hours = Number(values.hours ?? 1);
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!(hours > 0) || !Number.isInteger(seed)) {
  console.error('Usage: npm run soak -- --hours=8 --seed=7');
  process.exit(2);
}
console.log(`seed ${seed}`);
// All draws of the crash flows' support come from it, and it is read when that is loaded.
process.env['CRASH_SEED'] = String(seed);
const { runSoak } = await import('./soak.ts');
const { counts, struck, courses, complaints } = await runSoak({ hours, print: console.log });

const ofKind = (kind: string) => courses.filter(({ what }) => what.startsWith(`${kind} `));
const largest = ofKind('bytes')
  .toSorted((one, other) => (other.quarters[3] ?? 0) - (one.quarters[3] ?? 0))
  .slice(0, 10);
console.log(JSON.stringify(counts, null, 1));
console.log('| value | quarter 1 | 2 | 3 | 4 |\n|---|---|---|---|---|');
for (const { what, quarters } of [...ofKind('heap'), ...ofKind('files'), ...largest])
  console.log(`| ${[what, ...quarters].join(' | ')} |`);
const lost = complaints.filter((what) => /\blost\b/.test(what)).length;
const faults = Object.entries(struck).map(([what, times]) => `${what}: ${times}`);
const heaps = Math.max(...ofKind('heap').map(({ quarters: [, second = 0, , last = 0] }) => last / second));
const row = [
  `${hours} h, ${new Date().toISOString().slice(0, 10)}, load average ${loadavg()[2]?.toFixed(1)}`,
  counts['judged'],
  lost,
  counts['doubled'],
  faults.join(', '),
  `at most ${heaps.toFixed(2)}`,
  `\`npm run soak -- --hours=${hours} --seed=${seed}\``,
];
console.log(`For bench/figures.json:\n| ${row.join(' | ')} |`);
console.log(
  complaints.length === 0 ? 'All is well.' : `${complaints.length} are wrong:\n${complaints.join('\n')}`,
);
process.exitCode = complaints.length === 0 ? 0 : 1;
