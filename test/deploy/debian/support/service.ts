// One service of the machine's systemd: its process runs as the unit's lines say, and starts again after a failure.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { environmentOf, parseEnvironment, settingOf, settingsOf, type Unit } from '../../support/units.ts';

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin';
/** As systemd calls them. */
type State = 'inactive' | 'activating' | 'active' | 'deactivating' | 'failed';

/** A service. */
export interface Service {
  state(): State;
  pid(): number | undefined;
  /** Starts since the last one that was asked for. */
  restarts(): number;
  /** @returns whether it is active, or a oneshot has done its work */
  start(unit: Unit): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * @param log takes what the service prints
 * @param startAgain starts it, with what it requires
 */
export function createService(log: (text: string) => void, startAgain: () => void): Service {
  let state: State = 'inactive';
  let restarts = 0;
  let main: ChildProcess | undefined;
  let exited: Promise<number> = Promise.resolve(0);
  let retry: NodeJS.Timeout | undefined;
  let stopTimeoutMs = 90_000;

  const launch = (unit: Unit, command: string) => {
    const child = spawnCommand(unit, command);
    child.stdout?.on('data', (text) => log(String(text)));
    child.stderr?.on('data', (text) => log(String(text)));
    const exit = new Promise<number>((resolve) => {
      child.on('error', (error) => resolve(log(`${error.message}\n`) ?? 203));
      child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGTERM' ? 0 : 1)));
    });
    return { child, exit };
  };
  const runAll = async (unit: Unit, setting: string) => {
    for (const command of settingsOf(unit, setting).filter((each) => each !== '')) {
      const code = await launch(unit, command).exit;
      if (code !== 0 && !command.startsWith('-')) return false;
    }
    return true;
  };
  const fail = (unit: Unit, code: number) => {
    log(`${unit.name}: Failed with exit code ${code}.\n`);
    const again = settingOf(unit, 'Service.Restart') === 'on-failure';
    const isFinal = settingOf(unit, 'Service.RestartPreventExitStatus')?.split(' ').includes(String(code));
    state = again && !isFinal ? 'activating' : 'failed';
    if (state !== 'activating') return;
    restarts += 1;
    retry = setTimeout(startAgain, Number(settingOf(unit, 'Service.RestartSec') ?? 0.1) * 1000);
  };

  async function startMain(unit: Unit): Promise<boolean> {
    state = 'activating';
    stopTimeoutMs = Number(settingOf(unit, 'Service.TimeoutStopSec') ?? 90) * 1000;
    if (!(await runAll(unit, 'Service.ExecStartPre'))) return fail(unit, 1) ?? false;
    const { child, exit } = launch(unit, settingOf(unit, 'Service.ExecStart') ?? '');
    main = child;
    exited = exit;
    if (settingOf(unit, 'Service.Type') === 'oneshot') {
      const code = await exit;
      main = undefined;
      if (code !== 0) return fail(unit, code) ?? false;
      state = settingOf(unit, 'Service.RemainAfterExit') === 'yes' ? 'active' : 'inactive';
    } else {
      state = 'active';
      void exit.then((code) => {
        if (main !== child) return;
        main = undefined;
        if (state === 'deactivating' || code === 0) state = 'inactive';
        else fail(unit, code);
      });
    }
    return await runAll(unit, 'Service.ExecStartPost');
  }

  return {
    state: () => state,
    pid: () => main?.pid,
    restarts: () => restarts,
    async start(unit) {
      if (state === 'active') return true;
      clearTimeout(retry);
      // A target, or a timer, whose time never comes here.
      if (settingOf(unit, 'Service.ExecStart') === undefined) state = 'active';
      if (state === 'active') return true;
      try {
        return await startMain(unit);
      } catch (error) {
        // Its EnvironmentFile is missing, for example.
        log(`${(error as Error).message}\n`);
        return fail(unit, 1) ?? false;
      }
    },
    async stop() {
      clearTimeout(retry);
      restarts = 0;
      if (main?.pid) {
        const { pid } = main;
        state = 'deactivating';
        process.kill(-pid, 'SIGTERM');
        const deadline = setTimeout(() => process.kill(-pid, 'SIGKILL'), stopTimeoutMs);
        await exited;
        clearTimeout(deadline);
        main = undefined;
      }
      state = 'inactive';
    },
  };
}

/** Obeys user, groups, capabilities, limits, directory and environment; not the walls around the file system. */
function spawnCommand(unit: Unit, line: string): ChildProcess {
  const { prefix = '', text = '' } = /^(?<prefix>[-+@:!]*)(?<text>.*)$/.exec(line)?.groups ?? {};
  const value = (name: string) => settingOf(unit, `Service.${name}`);
  const user = prefix.includes('+') ? undefined : value('User');
  const kept = `-all${(value('AmbientCapabilities') ?? '').toLowerCase().replace(/(?:^| *)cap_/g, ',+')}`;
  const privileges = user
    ? [
        'setpriv',
        `--reuid=${user}`,
        `--regid=${groupOf(user)}`,
        '--init-groups',
        `--inh-caps=${kept}`,
        `--ambient-caps=${kept}`,
        `--bounding-set=${kept}`,
        '--no-new-privs',
      ]
    : [];
  const limits = `umask ${value('UMask') ?? '0022'}; ulimit -n ${value('LimitNOFILE') ?? 1024} 2> /dev/null || :; exec "$@"`;
  const file = value('EnvironmentFile');
  const env = {
    PATH: SYSTEM_PATH,
    LANG: 'C.UTF-8',
    ...environmentOf(unit),
    ...(file && parseEnvironment(readFileSync(file, 'utf8'))),
  };
  return spawn('/bin/sh', ['-c', limits, 'sh', ...privileges, ...wordsOf(text)], {
    cwd: value('WorkingDirectory') ?? '/',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

const groupOf = (user: string) => execFileSync('id', ['--group', user], { encoding: 'utf8' }).trim();

const wordsOf = (text: string) =>
  [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
