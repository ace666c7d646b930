// The systemd units: one for each process of the Procfile, with the same command, in the right order, and units that
// systemd itself accepts. test/deploy/walk.test.ts runs what they start.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { EXIT_CONFIG } from '../../shared/platform/lifecycle/process.ts';
import { readProcfile } from '../support/processes/procfile.ts';
import { shutdownSeconds } from './support/shutdown.ts';
import {
  environmentOf,
  listOf,
  parseUnit,
  readTemplates,
  readTimers,
  readUnits,
  settingOf,
  UNITS_DIRECTORY,
  type Unit,
} from './support/units.ts';

const TARGET = 'posthorn.target';
const RELEASE = 'posthorn-release.service';
/** They listen on ports below 1024: 25, and 587 and 465. */
const SMTP_SERVERS = ['inbound', 'submission'];
const LOW_PORTS = 'CAP_NET_BIND_SERVICE';
/** The highest WEBHOOK_MAX_CONNECTIONS; each needs a socket. */
const MOST_CONNECTIONS = 20_000;
const procfile = readProcfile();

/** What is wrong with the units. */
function breachesOf(units: readonly Unit[]): string[] {
  const services = units.filter(({ name }) => name.endsWith('.service'));
  const target = units.find(({ name }) => name === TARGET);
  const names = services.map(({ name }) => name).sort();
  const ports = services
    .map((unit) => environmentOf(unit)['HEALTH_PORT'])
    .filter((port) => port !== undefined);
  const withHealthServer = names.filter((name) => ![RELEASE, 'posthorn-web.service'].includes(name));
  const rules: [string, boolean][] = [
    ['are the processes of the Procfile', names.join() === [...procfile.keys()].map(unitOf).sort().join()],
    ['are all wanted by the target', listOf(target, 'Unit.Wants').sort().join() === names.join()],
    ['start with the machine', settingOf(target, 'Install.WantedBy') === 'multi-user.target'],
    ['but for the API have a health port each', new Set(ports).size === withHealthServer.length],
  ];
  return [
    ...rules.filter(([, holds]) => !holds).map(([rule]) => `units ${rule}`),
    ...services.flatMap(breachesOfService),
  ];
}

function unitOf(type: string): string {
  return `posthorn-${type}.service`;
}

function breachesOfService(unit: Unit): string[] {
  const value = (name: string) => settingOf(unit, `Service.${name}`);
  const isRelease = unit.name === RELEASE;
  const type = /^posthorn-(?<type>.+)\.service$/.exec(unit.name)?.groups?.['type'] ?? '';
  const startsAfterRelease =
    listOf(unit, 'Unit.Requires').includes(RELEASE) && listOf(unit, 'Unit.After').includes(RELEASE);
  const isSmtpServer = SMTP_SERVERS.includes(type);
  const isWorker = type.startsWith('worker-') || isSmtpServer;
  const capabilities = value('CapabilityBoundingSet');
  const rules: [string, boolean][] = [
    ['runs the command of the Procfile', value('ExecStart') === procfile.get(type)],
    ['starts after the migrations', isRelease || startsAfterRelease],
    [
      'is done once it has ended',
      !isRelease || value('Type') + (value('RemainAfterExit') ?? '') === 'oneshotyes',
    ],
    ['stops with the target', listOf(unit, 'Unit.PartOf').includes(TARGET)],
    ['is in production', environmentOf(unit)['NODE_ENV'] === 'production'],
    ['has no privileges', value('User') === 'posthorn' && value('NoNewPrivileges') === 'yes'],
    ['has no capability but a port below 1024', capabilities === (isSmtpServer ? LOW_PORTS : '')],
    ['leaves the JIT compiler of Node alone', value('MemoryDenyWriteExecute') === undefined],
    ['reads its configuration', value('EnvironmentFile') === '/etc/posthorn/environment'],
    ['is restarted after a failure', value('Restart') === 'on-failure'],
    ['is not restarted without a configuration', value('RestartPreventExitStatus') === String(EXIT_CONFIG)],
    ['has the time to shut down', Number(value('TimeoutStopSec')) > shutdownSeconds()],
    ['can be copied and enabled', !isWorker || settingOf(unit, 'Install.WantedBy') === TARGET],
    ['has a socket for each webhook', Number(value('LimitNOFILE')) > MOST_CONNECTIONS],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => `${unit.name} ${rule}`);
}

describe('The systemd units', () => {
  it('run the processes of the Procfile as an ordinary user, after the migrations', () => {
    expect(breachesOf(readUnits())).to.deep.equal([]);
  });

  const broken: [unit: string, change: string, breach: string][] = [
    ['posthorn-web.service', 'ExecStart=node dist/api/app.js', 'runs the command of the Procfile'],
    ['posthorn-web.service', 'TimeoutStopSec=20', 'has the time to shut down'],
    ['posthorn-web.service', 'RestartPreventExitStatus=1', 'is not restarted without a configuration'],
    ['posthorn-web.service', 'MemoryDenyWriteExecute=yes', 'leaves the JIT compiler of Node alone'],
    ['posthorn-worker-webhook.service', 'LimitNOFILE=1024', 'has a socket for each webhook'],
    ['posthorn-release.service', 'RemainAfterExit=no', 'is done once it has ended'],
    ['posthorn-web.service', 'CapabilityBoundingSet=CAP_CHOWN', 'has no capability but a port below 1024'],
  ];
  for (const [name, change, breach] of broken) {
    it(`would not pass with ${change} in ${name}`, () => {
      const units = readUnits().map((unit) =>
        unit.name === name ? withSetting(unit, `[Service]\n${change}`) : unit,
      );
      expect(breachesOf(units)).to.deep.equal([`${name} ${breach}`]);
    });
  }

  it('have a template of web, which differs from its unit in the port, and can be enabled', () => {
    const [template = expect.fail(), ...others] = readTemplates();
    expect(others).to.deep.equal([]);
    expect(template.name).to.equal('posthorn-web@.service');
    const web = readUnits().find(({ name }) => name === unitOf('web')) ?? expect.fail();
    const changes = '[Unit]\nDescription=Posthorn: API on port %i\n[Install]\nWantedBy=posthorn.target';
    const start = `[Service]\nExecStart=env PORT=%i ${procfile.get('web')}`;
    expect(template.settings).to.deep.equal(withSetting(web, changes, start).settings);
  });

  it('back up the database each night as an ordinary user, who writes to one directory alone', () => {
    const [service, timer] = readTimers();
    expect(readTimers().map(({ name }) => name)).to.deep.equal([
      'posthorn-backup.service',
      'posthorn-backup.timer',
    ]);
    const value = (name: string) => settingOf(service, `Service.${name}`);
    const start = 'node dist/ops/main.js backup --to /var/backups/posthorn --keep 14';
    expect([value('ExecStart'), value('Type'), value('Restart')]).to.deep.equal([start, 'oneshot', 'no']);
    expect([value('User'), value('ProtectSystem'), value('UMask')]).to.deep.equal([
      'posthorn',
      'strict',
      '0077',
    ]);
    expect(value('ReadWritePaths')).to.equal('/var/backups/posthorn');
    expect(settingOf(timer, 'Install.WantedBy')).to.equal('timers.target');
    expect(settingOf(timer, 'Timer.Persistent')).to.equal('true');
  });

  it('would not pass without the unit of a process', () => {
    const units = readUnits().filter(({ name }) => name !== 'posthorn-worker-send.service');
    expect(breachesOf(units)).to.include('units are the processes of the Procfile');
  });

  function withSetting(unit: Unit, ...changes: string[]): Unit {
    return { ...unit, settings: new Map([...unit.settings, ...parseUnit(changes.join('\n'))]) };
  }
});

describe('systemd', () => {
  let directory: string;

  before(function () {
    // test/run.ts reports it when the machine has no systemd-analyze.
    if (process.env['TEST_WITHOUT_SYSTEMD']) this.skip();
  });
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'posthorn-units-'));
    cpSync(UNITS_DIRECTORY, directory, { recursive: true });
    for (const name of unitFiles()) {
      const file = path.join(directory, name);
      // Node need not be where systemd looks for it.
      writeFileSync(file, readFileSync(file, 'utf8').replace('=node ', `=${process.execPath} `));
    }
  });
  afterEach(() => {
    if (directory) rmSync(directory, { recursive: true });
  });

  function unitFiles(): string[] {
    return readdirSync(directory).filter((name) => /\.(?:service|target|timer)$/.test(name));
  }

  /** What systemd says about the units of the directory. */
  function complaintsOf(): string {
    const files = unitFiles().map((name) => path.join(directory, name));
    // The colon at the end adds the units of systemd itself.
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], SYSTEMD_UNIT_PATH: `${directory}:` },
    });
    return stderr;
  }

  it('accepts every unit', () => {
    expect(unitFiles()).to.have.length(procfile.size + readTemplates().length + readTimers().length + 1);
    expect(complaintsOf()).to.equal('');
  });

  for (const [name, from, to, complaint] of [
    ['posthorn-web.service', 'ExecStart=', 'ExecStarts=', "Unknown key 'ExecStarts'"],
    ['posthorn-web.service', process.execPath, '/nowhere/node', 'Command /nowhere/node is not executable'],
    [
      'posthorn-.service.d/10-all-units.conf',
      'ProtectHome=yes',
      'ProtectHouse=yes',
      "Unknown key 'ProtectHouse'",
    ],
    ['posthorn-.service.d/10-all-units.conf', '@system-service', '@no-such-set', '@no-such-set'],
  ] as const) {
    it(`would complain about ${to} in ${name}`, () => {
      const file = path.join(directory, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
      expect(complaintsOf()).to.include(complaint);
    });
  }
});
