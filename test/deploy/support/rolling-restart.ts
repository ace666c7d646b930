// Two `web` processes of the template unit with nginx in front, and clients that send while the page's command restarts one
// after the other. Where the command asks systemd, a `systemctl` of this machine asks the test, which restarts the process.
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../../dev/processes/ports.ts';
import { adapt, runCommand, tryCommand } from './guide.ts';
import { openInstallation, type ReadyProcess } from './installation.ts';
import type { TestMachine } from './test-machine.ts';
import { environmentOf, parseEnvironment, readTemplates, settingOf } from './units.ts';
import { startNginx } from './web-server.ts';

/** Clients that send at the same time, each its next email when the last one is answered. */
const CLIENTS = 3;
const SYSTEMCTL = `#!/bin/sh
for unit; do :; done
exec curl --silent --fail "$SYSTEMD/$1/$unit"
`;

/** What is tried. */
interface Trial {
  /** The page's blocks for nginx. */
  blocks: readonly string[];
  /** The page's command. */
  command: string;
  apiKey: string;
}

/** Expects that each send is answered 200. */
export async function restartWebWhileClientsSend(machine: TestMachine, trial: Trial): Promise<void> {
  const ports = [await freePort(), await freePort()] as const;
  const web = await startWeb(machine, ports);
  const systemd = createServer(async ({ url }, answer) => {
    const [, verb, port] = /^\/(restart|show)\/posthorn-web@(\d+)\.service$/.exec(url ?? '') ?? [];
    if (verb === 'restart') await web.restart(Number(port));
    else if (verb === 'show') answer.write(`${web.pidOf(Number(port))}\n`);
    else for (const each of ports) answer.write(`posthorn-web@${each}.service loaded active running API\n`);
    answer.end();
  }).listen(0, '127.0.0.1');
  await once(systemd, 'listening');
  const [sbin = ''] = machine.environment['PATH']?.split(':') ?? [];
  await writeFile(path.join(sbin, 'systemctl'), SYSTEMCTL, { mode: 0o755 });
  const nginx = await startProxy(machine, trial.blocks, ports);
  try {
    const sends = startSending(machine, trial.apiKey);
    const url = `http://127.0.0.1:${(systemd.address() as AddressInfo).port}`;
    const printed = await runCommand(trial.command, machine, { SYSTEMD: url });
    expect(printed).to.equal(ports.map((port) => `posthorn-web@${port} is ready\n`).join(''));
    const statuses = await sends.end();
    expect(statuses).to.have.length.above(20);
    expect([...new Set(statuses)]).to.deep.equal([200]);
  } finally {
    await nginx.stop();
    systemd.close();
    await web.stop();
  }
}

async function startWeb(machine: TestMachine, ports: readonly number[]) {
  const [template = expect.fail()] = readTemplates();
  const file = parseEnvironment(await readFile(machine.environmentFile, 'utf8'));
  const environment = { ...environmentOf(template), ...file, RATE_LIMIT_PER_MINUTE: '0' };
  const installation = openInstallation(machine.tree);
  const start = (port: number) => {
    const command = settingOf(template, 'Service.ExecStart')?.replaceAll('%i', String(port)) ?? '';
    return installation.start({ command, environment });
  };
  const running = new Map<number, ReadyProcess>();
  for (const port of ports) running.set(port, await start(port));
  return {
    pidOf: (port: number) => running.get(port)?.pid,
    async restart(port: number) {
      await running.get(port)?.stop();
      running.set(port, await start(port));
    },
    async stop() {
      await Promise.all([...running.values()].map((each) => each.stop())).finally(installation.killAll);
    },
  };
}

function startProxy(
  machine: TestMachine,
  blocks: readonly string[],
  [first, second]: readonly [number, number],
) {
  const text = blocks
    .join('\n')
    .replace('server 127.0.0.1:3000', `server 127.0.0.1:${first}`)
    .replace('server 127.0.0.1:3001', `server 127.0.0.1:${second}`)
    .replace('http://127.0.0.1:3000', 'http://posthorn');
  const isReady = async () =>
    (await tryCommand(`curl --fail ${machine.publicUrl}/readyz`, machine)).code === 0;
  return startNginx(machine.nginxDirectory, adapt(text, machine.replacementsForNginx(0)), isReady);
}

/** Sends until `end` is called. */
function startSending(machine: TestMachine, apiKey: string) {
  const statuses: number[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    const ca = await readFile(machine.environment['CURL_CA_BUNDLE'] ?? '', 'utf8');
    // 0: not even nginx answers.
    while (!isOver && !statuses.includes(0))
      statuses.push(await send(machine.publicUrl, { ca, apiKey }).catch(() => 0));
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(clients);
      return statuses;
    },
  };
}

async function send(url: string, { ca, apiKey }: { ca: string; apiKey: string }): Promise<number> {
  const authorization = `Bearer ${apiKey}`;
  const headers = { authorization, 'content-type': 'application/json', 'user-agent': 'walk' };
  // A connection for each, as most programs have.
  const sent = request(`${url}/emails`, { method: 'POST', headers, ca, agent: false });
  sent.end(JSON.stringify({ from: 'ana@example.com', to: 'you@customer.dev', subject: 'Again', text: 'Hi' }));
  const [answer] = await once(sent, 'response');
  await once(answer.resume(), 'end');
  return answer.statusCode;
}
