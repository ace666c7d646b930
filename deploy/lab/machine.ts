// Machines of a lab: each has a network of its own, of which one cable leads to a switch that all of them and the lab share,
// and its processes are one tree of their own. So it can be killed, frozen and cut off as a whole, like a real one.
// Nothing of it touches the network of the machine that the lab runs on: main.ts gives the lab its own before.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { killAll, processTree, signalAll } from '../../test/support/processes/process-tree.ts';
import { eventually } from '../../test/support/time/eventually.ts';

/** A machine. */
export interface Machine {
  address: string;
  /** Starts its only program, and adds what it says to a file. @param user the ids of an ordinary user */
  start(command: readonly [string, ...string[]], user: { uid: number; gid: number }, logFile: string): void;
  /** All processes of it, at once. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Packets from and to it are lost from here on. */
  cutOff(): void;
  /** Puts the cable in again. */
  reconnect(): void;
}

const SWITCH = 'switch';
/** The lab's own address at the switch. */
const LAB = '10.0.0.254';
/** Their processes end when the lab ends. */
const OWN_PROCESSES = ['--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'];
const ip = (...args: string[]) => void execFileSync('ip', args);

/** Makes the switch, once in a lab, before the machines. */
export function createSwitch(): void {
  ip('link', 'add', SWITCH, 'type', 'bridge');
  ip('address', 'add', `${LAB}/24`, 'dev', SWITCH);
  ip('link', 'set', SWITCH, 'up');
}

/** Makes a machine with an address in 10.0.0.0/24. @param cable a short name that no other has */
export async function createMachine(cable: string, address: string): Promise<Machine> {
  // It only holds the network.
  const holder = spawn('unshare', ['--net', '--kill-child=SIGKILL', '--fork', 'sleep', 'infinity']);
  const held = await eventually('a network', () =>
    processTree(holder.pid ?? 0).find(({ command }) => /^sleep/.test(command)),
  );
  const inside = ['nsenter', '--net', `--target=${held.pid}`] as const;
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(held.pid));
  ip('link', 'set', cable, 'master', SWITCH, 'up');
  for (const line of [`address add ${address}/24 dev eth0`, 'link set eth0 up', 'link set lo up'])
    execFileSync(inside[0], [...inside.slice(1), 'ip', ...line.split(' ')]);
  let root: ChildProcess | undefined;
  const living = () => processTree(root?.pid ?? 0);
  return {
    address,
    start(command, { uid, gid }, logFile) {
      const log = openSync(logFile, 'a');
      const own = ['unshare', ...OWN_PROCESSES, `--setgid=${gid}`, `--setuid=${uid}`, ...command];
      root = spawn(inside[0], [...inside.slice(1), ...own], { stdio: ['ignore', log, log] });
    },
    async kill() {
      if (!root || root.exitCode !== null || root.signalCode !== null) return;
      const ended = once(root, 'exit');
      killAll(living());
      await ended;
    },
    freeze: () => signalAll(living(), 'SIGSTOP'),
    thaw: () => signalAll(living(), 'SIGCONT'),
    cutOff: () => ip('link', 'set', cable, 'down'),
    reconnect: () => ip('link', 'set', cable, 'up'),
  };
}
