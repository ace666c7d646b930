// compose.yaml: every process of the Procfile as a service, with the same command, started in the right order and
// reachable through the ports of the API and of SMTP only.
import { expect } from 'chai';
import { loadConfig } from '../../shared/platform/config/config.ts';
import { SERVICE_VERSION } from '../../shared/platform/process/version.ts';
import { GROUPS } from '../../shared/resources/work-kinds.ts';
import { readProcfile } from '../support/processes/procfile.ts';
import { REPOSITORY } from '../support/release/repository.ts';
import { type Compose, containerEnvironment, readCompose, type Service } from './support/compose.ts';
import { fillExample } from './support/environment-example.ts';
import { shutdownSeconds } from './support/shutdown.ts';

const SERVERS = ['postgres', 'redis'];
/** The published one, or that of .env. */
const IMAGE = `\${POSTHORN_IMAGE:-${new URL(REPOSITORY).host}${new URL(REPOSITORY).pathname}:${SERVICE_VERSION}}`;
const procfile = readProcfile();

/** What is wrong with the file. */
function breachesOf({ services, volumes }: Compose): string[] {
  const processes = Object.entries(services).filter(([name]) => !SERVERS.includes(name));
  const commands = processes.map(([name, { command = [] }]) => `${name}: ${command.join(' ')}`);
  const expected = [...procfile].map(([type, command]) => `${type}: ${command}`);
  const rules: [string, boolean][] = [
    ['has the processes of the Procfile', commands.sort().join() === expected.sort().join()],
    ['has a worker for each group', GROUPS.every((group) => `worker-${group}` in services)],
    ['publishes the API on this machine, and the ports of mail', publishesTheApiAndMail(services)],
    ['has a volume for all data', volumesOf(services).every((name) => name in volumes)],
  ];
  return [
    ...rules.filter(([, holds]) => !holds).map(([rule]) => rule),
    ...processes.flatMap(([name, service]) => breachesOfProcess(name, service)),
    ...breachesOfServers(services),
  ];
}

function breachesOfProcess(name: string, service: Service): string[] {
  const isRelease = name === 'release';
  const dependency = isRelease
    ? service.depends_on?.['postgres']?.condition === 'service_healthy'
    : service.depends_on?.['release']?.condition === 'service_completed_successfully';
  const port = service.environment?.[name === 'web' ? 'PORT' : 'HEALTH_PORT'];
  const probe = service.healthcheck?.test.join(' ') ?? '';
  const rules: [string, boolean][] = [
    ['runs the image of this release', service.image === IMAGE && service.build === undefined],
    ['starts after what it needs', dependency],
    ['is restarted unless it ends by design', service.restart === (isRelease ? 'no' : 'unless-stopped')],
    ['has the time to shut down', Number.parseInt(service.stop_grace_period ?? '', 10) > shutdownSeconds()],
    ['gets signals from an init', service.init === true],
    ['listens outside of its container', service.environment?.['HOST'] === '0.0.0.0'],
    ['is probed on its port', isRelease || probe.includes(`fetch('http://127.0.0.1:${port}/readyz')`)],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => `${name} ${rule}`);
}

function breachesOfServers({ postgres, redis }: Compose['services']): string[] {
  const command = redis?.command?.join(' ') ?? '';
  const rules: [string, boolean][] = [
    ['postgres has a fixed major version', /^postgres:\d+-/.test(postgres?.image ?? '')],
    ['postgres is probed', postgres?.healthcheck?.test.includes('pg_isready') === true],
    ['redis has a fixed major version', /^redis:\d+-/.test(redis?.image ?? '')],
    ['redis is optional', redis?.profiles?.length === 1],
    ['redis keeps every job', /--appendonly yes .*--maxmemory-policy noeviction/.test(command)],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

function publishesTheApiAndMail(services: Compose['services']): boolean {
  const published = Object.entries(services).filter(([, { ports }]) => ports);
  const { PORT, INBOUND_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT } = services['web']?.environment ?? {};
  const expected = [
    `web 127.0.0.1:\${PORT:-3000}:${PORT}`,
    `inbound \${INBOUND_PORT:-25}:${INBOUND_PORT}`,
    `submission \${SUBMISSION_PORT:-587}:${SUBMISSION_PORT},\${SUBMISSIONS_PORT:-465}:${SUBMISSIONS_PORT}`,
  ];
  return published.map(([name, { ports }]) => `${name} ${ports?.join()}`).join() === expected.join();
}

function volumesOf(services: Compose['services']): string[] {
  return Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0] ?? ''),
  );
}

describe('compose.yaml', () => {
  it('runs the processes of the Procfile with what they need', () => {
    expect(breachesOf(readCompose())).to.deep.equal([]);
  });

  const broken: [breach: string, change: (services: Record<string, Service>) => void][] = [
    ['has the processes of the Procfile', (services) => delete services['worker-webhook']],
    ['has a worker for each group', (services) => delete services['worker-webhook']],
    ['has the processes of the Procfile', ({ web }) => web?.command?.push('--verbose')],
    [
      'publishes the API on this machine, and the ports of mail',
      ({ web }) => web?.ports?.splice(0, 1, '3000:3000'),
    ],
    [
      'publishes the API on this machine, and the ports of mail',
      ({ postgres }) => Object.assign(postgres ?? {}, { ports: ['5432'] }),
    ],
    ['has a volume for all data', ({ redis }) => redis?.volumes?.push('lost:/lost')],
    ['web starts after what it needs', ({ web }) => delete web?.depends_on],
    ['release starts after what it needs', ({ release }) => delete release?.depends_on],
    ['web runs the image of this release', ({ web }) => Object.assign(web ?? {}, { image: 'posthorn' })],
    ['web has the time to shut down', ({ web }) => Object.assign(web ?? {}, { stop_grace_period: '10s' })],
    ['worker-send is probed on its port', (services) => delete services['worker-send']?.healthcheck],
    ['redis keeps every job', ({ redis }) => redis?.command?.pop()],
  ];
  for (const [breach, change] of broken) {
    it(`would not pass without this: ${breach}`, () => {
      const compose = readCompose();
      // Anchors are shared objects: without the clone a change would be one of all services.
      const services = Object.fromEntries(
        Object.entries(compose.services).map(([name, service]) => [name, structuredClone(service)]),
      );
      change(services);
      expect(breachesOf({ ...compose, services })).to.include(breach);
    });
  }

  it('gives its processes a configuration that is complete for production', () => {
    const { web = expect.fail(), postgres = expect.fail() } = readCompose().services;
    const dotEnv = fillExample();
    const config = loadConfig(containerEnvironment(web, dotEnv));
    expect(config.environment).to.equal('production');
    const { username, password, host, pathname } = new URL(config.databaseUrl);
    const server = containerEnvironment(postgres, dotEnv);
    expect({ username, password, host, pathname }).to.deep.equal({
      username: server['POSTGRES_USER'],
      password: server['POSTGRES_PASSWORD'],
      host: 'postgres:5432',
      pathname: `/${server['POSTGRES_DB']}`,
    });
    const elsewhere = 'postgres://posthorn:secret@database.example.com/posthorn';
    expect(
      loadConfig(containerEnvironment(web, { ...dotEnv, DATABASE_URL: elsewhere })).databaseUrl,
    ).to.equal(elsewhere);
  });

  for (const name of ['PUBLIC_URL', 'SECRET_KEY', 'SMTP_URL', 'POSTGRES_PASSWORD']) {
    it(`does not start without ${name}, and says so`, () => {
      const { [name]: _, ...others } = fillExample();
      const service = readCompose().services[name.startsWith('POSTGRES') ? 'postgres' : 'web'];
      expect(() => containerEnvironment(service ?? expect.fail(), others)).to.throw(`Set ${name} in .env`);
    });
  }
});
