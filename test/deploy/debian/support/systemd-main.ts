// In the Debian machine of tests, what stands for systemd there: obeys `systemctl` and `journalctl`, and runs the commands
// of the test. It listens on sockets in the directory that the test sees.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { listOf, settingOf, type Unit } from '../../support/units.ts';
import { relay, relayDatagrams } from './relay.ts';
import { ADMINISTRATOR, createUnitJobs, type Loaded } from './unit-jobs.ts';

/** What a command printed, and its exit code. */
interface Answer {
  code: number;
  text: string;
}

/** The status of a program that is not active. */
const NOT_ACTIVE = 3;
const [, , shared = ''] = process.argv;
const jobs = createUnitJobs();

const flag = { type: 'boolean' } as const;
const word = { type: 'string' } as const;
const flags = {
  all: flag,
  full: flag,
  'no-block': flag,
  'no-legend': flag,
  'no-pager': flag,
  now: flag,
  plain: flag,
  quiet: { ...flag, short: 'q' },
  value: flag,
  lines: { ...word, short: 'n' },
  output: { ...word, short: 'o' },
  property: { ...word, short: 'p' },
  state: word,
  unit: { ...word, short: 'u' },
} as const;

async function systemctl(args: string[]): Promise<Answer> {
  const { values, positionals } = parseArgs({ args, options: flags, allowPositionals: true });
  const [verb = 'list-units', ...patterns] = positionals;
  const names = patterns.flatMap(namesOf);
  const unknown = names.filter((name) => !jobs.find(name) && !jobs.isMasked(name));
  const asks = ['is-active', 'is-failed', 'is-enabled', 'list-units', 'show', 'mask', 'unmask', 'status'];
  if (unknown.length > 0 && !asks.includes(verb))
    return { code: 5, text: `Unit ${unknown.join(', ')} not found.\n` };
  if (verb === 'list-units') return { code: 0, text: listUnits(patterns, values) };
  if (verb === 'show') return { code: 0, text: names.map((name) => show(name, values)).join('\n') };
  if (verb.startsWith('is-')) return ask(verb, names, values.quiet);
  if (verb === 'daemon-reload') jobs.reload();
  if (verb === 'cat') return { code: 0, text: names.flatMap((name) => contentsOf(name)).join('\n') };
  if (verb in FILES) {
    for (const name of names) FILES[verb]?.(name);
    jobs.reload();
  }
  const job = values.now ? (verb === 'enable' ? 'start' : 'stop') : verb;
  const work = change(job, names);
  if (values['no-block']) return { code: 0, text: '' };
  const failed = await work;
  const text = failed.map((name) => `Job for ${name} failed. See "journalctl --unit ${name}".\n`).join('');
  return { code: failed.length > 0 ? 1 : 0, text };
}

async function change(verb: string, names: string[]): Promise<string[]> {
  const masked = names.filter((name) => jobs.isMasked(name));
  if (verb === 'start') return [...masked, ...(await jobs.start(names))];
  if (verb === 'restart' || verb === 'reload-or-restart')
    return [...masked, ...(await jobs.restart(names.filter((name) => !masked.includes(name))))];
  if (verb === 'try-restart') return await jobs.restart(names.filter(isUp));
  if (verb === 'stop') await jobs.stop(names);
  return [];
}

const isUp = (name: string) => jobs.find(name)?.service.state() === 'active';

/** A name without a type is a service's; a pattern is of the units that are not inactive. */
function namesOf(pattern: string): string[] {
  const full = /\.\w+$/.test(pattern) ? pattern : `${pattern}.service`;
  return full.includes('*')
    ? jobs.active().flatMap(({ unit }) => (fits(full, unit) ? unit.name : []))
    : [full];
}

function fits(pattern: string, { name }: Unit): boolean {
  const full = /\.\w+$/.test(pattern) ? pattern : `${pattern}.service`;
  return new RegExp(`^${full.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name);
}

function listUnits(patterns: string[], { state }: { state?: string | undefined }): string {
  const shown = jobs
    .active()
    .filter(({ unit }) => patterns.length === 0 || patterns.some((pattern) => fits(pattern, unit)))
    .filter(({ service }) => state === undefined || state.split(',').includes(service.state()));
  return shown
    .map(
      ({ unit, service }) =>
        `${unit.name} loaded ${service.state()} ${subState({ unit, service })} ${describe(unit)}\n`,
    )
    .join('');
}

function subState({ service }: Pick<Loaded, 'unit' | 'service'>): string {
  if (service.state() === 'active') return service.pid() ? 'running' : 'exited';
  return service.state() === 'activating' ? 'auto-restart' : service.state();
}

const describe = (unit: Unit) => settingOf(unit, 'Unit.Description') ?? unit.name;

function show(
  name: string,
  { property, value }: { property?: string | undefined; value?: boolean | undefined },
) {
  const loaded = jobs.find(name);
  const [fragment = '', ...dropIns] = loaded?.unit.files ?? [];
  const state = loaded?.service.state() ?? 'inactive';
  const properties: Record<string, string> = {
    Id: name,
    LoadState: jobs.isMasked(name) ? 'masked' : loaded ? 'loaded' : 'not-found',
    ActiveState: state,
    SubState: loaded ? subState(loaded) : 'dead',
    FragmentPath: fragment,
    DropInPaths: dropIns.join(' '),
    UnitFileState: isEnabled(name),
    MainPID: String(loaded?.service.pid() ?? 0),
    NRestarts: String(loaded?.service.restarts() ?? 0),
  };
  const wanted = property?.split(',') ?? Object.keys(properties);
  return wanted
    .map((each) => (value ? `${properties[each]}\n` : `${each}=${properties[each] ?? ''}\n`))
    .join('');
}

function isEnabled(name: string): string {
  if (jobs.isMasked(name)) return 'masked';
  const installed = ['WantedBy', 'RequiredBy'].flatMap((each) =>
    listOf(jobs.find(name)?.unit, `Install.${each}`),
  );
  if (installed.length === 0) return 'static';
  return installed.some((target) => existsSync(linkOf(target, name))) ? 'enabled' : 'disabled';
}

function ask(verb: string, names: string[], quiet = false): Answer {
  const states = names.map((name) =>
    verb === 'is-enabled' ? isEnabled(name) : (jobs.find(name)?.service.state() ?? 'inactive'),
  );
  const wanted = { 'is-active': ['active'], 'is-failed': ['failed'] }[verb] ?? ['enabled', 'static'];
  const code = states.some((state) => wanted.includes(state)) ? 0 : verb === 'is-active' ? NOT_ACTIVE : 1;
  return { code, text: quiet ? '' : `${states.join('\n')}\n` };
}

const contentsOf = (name: string) =>
  jobs.find(name)?.unit.files.map((file) => `# ${file}\n${readFileSync(file, 'utf8')}`) ?? [];
const linkOf = (target: string, name: string) => path.join(ADMINISTRATOR, `${target}.wants`, name);

/** What the verbs do to files. */
const FILES: Readonly<Record<string, (name: string) => void>> = {
  enable(name) {
    const unit = jobs.find(name)?.unit;
    for (const target of listOf(unit, 'Install.WantedBy')) link(unit?.files[0] ?? '', linkOf(target, name));
  },
  disable(name) {
    for (const target of listOf(jobs.find(name)?.unit, 'Install.WantedBy'))
      rmSync(linkOf(target, name), { force: true });
  },
  mask: (name) => link('/dev/null', path.join(ADMINISTRATOR, name)),
  unmask(name) {
    if (jobs.isMasked(name)) rmSync(path.join(ADMINISTRATOR, name));
  },
};

function link(to: string, file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  symlinkSync(to, file);
}

function journalctl(args: string[]): Answer {
  const { values } = parseArgs({ args, options: flags, allowPositionals: true });
  const lines = namesOf(values.unit ?? '*').flatMap((name) => jobs.find(name)?.log ?? []);
  return { code: 0, text: lines.slice(-Number(values.lines ?? lines.length)).join('') };
}

/** A command of the test. */
function run({ command, env }: { command: string; env: Record<string, string> }) {
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const options = { cwd: '/', env: { PATH, HOME: '/root', LANG: 'C.UTF-8', ...env }, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', command], options, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? 137) : 0, stdout, stderr });
    });
  });
}

async function answer(url: string, body: string): Promise<string> {
  const args = body.split('\n').slice(0, -1);
  if (url === '/run') return JSON.stringify(await run(JSON.parse(body)));
  if (url === '/out') await relay(Number(body), { path: `${shared}/out-${body}` });
  if (url === '/out-datagrams') await relayDatagrams(Number(body), `${shared}/out-datagrams-${body}`);
  if (url === '/in') await relay(`${shared}/in-${body}`, { host: '127.0.0.1', port: Number(body) });
  const { code, text } =
    url === '/systemctl'
      ? await systemctl(args)
      : url === '/journalctl'
        ? journalctl(args)
        : { code: 0, text: '' };
  return `${code}\n${text}`;
}

const server = createServer(async ({ url = '' }, response) => {
  const body = await readText(response.req);
  try {
    response.end(await answer(url, body));
  } catch (error) {
    response.end(`1\n${(error as Error).message}\n`);
  }
});
server.requestTimeout = 0;
await once(server.listen(path.join(shared, 'systemd')), 'listening');
