// app.json: what Heroku creates an app from. The Procfile has the commands of the processes.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '../../shared/platform/config/config.ts';
import { ROOT } from '../support/documents/root.ts';
import { readProcfile } from '../support/processes/procfile.ts';
import { type AppManifest, herokuEnvironment, readAppManifest } from './support/app-manifest.ts';

/** Heroku runs `release` itself, once per deployment, and takes no connections over SMTP. */
const NOT_OF_THE_FORMATION = ['release', 'inbound', 'submission', 'worker-inbound'];

/** What is wrong with the manifest. */
function breachesOf({ formation, addons, buildpacks }: AppManifest): string[] {
  const types = [...readProcfile().keys()].filter((type) => !NOT_OF_THE_FORMATION.includes(type));
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const rules: [string, boolean][] = [
    ['runs the processes of the Procfile', Object.keys(formation).sort().join() === types.sort().join()],
    ['runs one of each', Object.values(formation).every(({ quantity }) => quantity === 1)],
    ['has a Postgres', addons.some(({ plan }) => plan.startsWith('heroku-postgresql:'))],
    ['is built by the buildpack for Node', buildpacks.map(({ url }) => url).join() === 'heroku/nodejs'],
    // Otherwise the buildpack would start `npm start`, or run another build.
    ['has a script that builds', typeof scripts.build === 'string' && !('heroku-postbuild' in scripts)],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

describe('app.json', () => {
  it('runs the processes of the Procfile on a Postgres', () => {
    expect(breachesOf(readAppManifest())).to.deep.equal([]);
  });

  it('would not pass without a process, or without a Postgres', () => {
    const { 'worker-send': _, ...formation } = readAppManifest().formation;
    expect(breachesOf({ ...readAppManifest(), formation, addons: [], buildpacks: [] })).to.deep.equal([
      'runs the processes of the Procfile',
      'has a Postgres',
      'is built by the buildpack for Node',
    ]);
  });

  it('asks for what has no default, and generates the secrets', () => {
    const { env } = readAppManifest();
    const asked = Object.keys(env).filter(
      (name) => env[name]?.required !== false && !env[name]?.generator && env[name]?.value === undefined,
    );
    expect(asked).to.have.members(['PUBLIC_URL', 'SMTP_URL', 'MAIL_HOSTNAME']);
    const answers = {
      PUBLIC_URL: 'https://mail.acme.dev',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_HOSTNAME: 'mail.acme.dev',
      DATABASE_URL: `postgres://u:${randomBytes(8).toString('hex')}@database.example.com:5432/d`,
      PORT: '31415',
    };
    expect(loadConfig(herokuEnvironment(answers))).to.include({ environment: 'production', port: 31_415 });
    for (const name of ['PUBLIC_URL', 'SECRET_KEY']) {
      expect(() => loadConfig({ ...herokuEnvironment(answers), [name]: undefined })).to.throw(name);
    }
  });
});
