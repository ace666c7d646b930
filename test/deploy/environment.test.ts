// The variables in the files for operators: every one is known, and none that production needs is missing.
import { expect } from 'chai';
import { ConfigError, loadConfig } from '../../shared/platform/config/config.ts';
import { configurationNames } from '../support/documents/configuration-names.ts';
import { readAppManifest } from './support/app-manifest.ts';
import { mentionedIn, readCompose } from './support/compose.ts';
import { fillExample, namesOfExample } from './support/environment-example.ts';
import { environmentOf, parseEnvironment, readUnits } from './support/units.ts';

const known = new Set(configurationNames());
/** The example has variables of Compose too, and Heroku's has one of the library pg. */
const OF_COMPOSE = ['POSTGRES_PASSWORD', 'COMPOSE_PROFILES'];
const OF_PG = ['PGSSLMODE'];

const complete = fillExample({ DATABASE_URL: 'postgres://posthorn@127.0.0.1/posthorn' });

function isRefusedInProduction(name: string): boolean {
  return ['1000', 'true', '127.0.0.1:5353', 'http://127.0.0.1'].some((value) => {
    try {
      loadConfig({ ...complete, NODE_ENV: 'production', [name]: value });
      return false;
    } catch (error) {
      return error instanceof ConfigError && error.message.includes('refused in production');
    }
  });
}

const unknownOf = (names: readonly string[], others: readonly string[] = []) =>
  names.filter((name) => !known.has(name) && !others.includes(name));

describe('The environment of an installation', () => {
  it('has known variables only in deploy/env.example, and a complete configuration', () => {
    expect(namesOfExample()).to.include.members(['MAIL_HOSTNAME', 'SPF_INCLUDE', 'TRUST_PROXY', 'OPS_TOKEN']);
    expect(unknownOf(namesOfExample(), OF_COMPOSE)).to.deep.equal([]);
    expect(loadConfig({ NODE_ENV: 'production', ...complete }).trustProxy).to.equal(1);
  });

  it('has known variables only in the systemd units', () => {
    const names = readUnits().flatMap((unit) => Object.keys(environmentOf(unit)));
    expect(names).to.include.members(['NODE_ENV', 'HOST', 'HEALTH_PORT']);
    expect(unknownOf(names)).to.deep.equal([]);
  });

  it('has known variables only in app.json', () => {
    expect(unknownOf(Object.keys(readAppManifest().env), OF_PG)).to.deep.equal([]);
  });

  it('reaches the containers with every variable that production accepts', () => {
    const { web, postgres } = readCompose().services;
    const passed = Object.keys(web?.environment ?? {});
    expect(passed).to.have.members([...known].filter((name) => !isRefusedInProduction(name)));
    const values = [...Object.values(web?.environment ?? {}), ...Object.values(postgres?.environment ?? {})];
    const mentioned = values.flatMap((value) => mentionedIn(String(value)));
    expect(mentioned).to.include.members(['SECRET_KEY', 'POSTGRES_PASSWORD']);
    expect(unknownOf(mentioned, OF_COMPOSE)).to.deep.equal([]);
  });

  it('would not pass with a misspelt variable, or one that only tests may set', () => {
    expect(unknownOf(['PUBLIC_URL', 'PUBLIC_URI'])).to.deep.equal(['PUBLIC_URI']);
    const refused = [
      'CRASH_AT',
      'DEVELOPMENT_DNS',
      'DEVELOPMENT_DNS_URL',
      'DEVELOPMENT_FILE',
      'DEVELOPMENT_DOMAIN',
      'DEVELOPMENT_CLEAR_LOGIN',
      'MX_PORT',
      'MTA_STS_PORT',
      'CLOCK_OFFSET_MS',
      'ALLOW_PRIVATE_WEBHOOKS',
      'LEASE_RENEW_MS',
      'BODY_WINDOW_MS',
    ];
    expect([...known].filter(isRefusedInProduction)).to.have.members(refused);
    expect(() => parseEnvironment('export PORT=1')).to.throw('NAME=value');
    expect(() => fillExample({ PUBLIC_URI: 'https://mail.acme.dev' })).to.throw('no line for PUBLIC_URI');
  });
});
