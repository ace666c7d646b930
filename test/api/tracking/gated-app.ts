// A second application on the database of the first, whose connections a test can cut.
import supertest from 'supertest';
import { createApp } from '../../../api/app.ts';
import type { ApiDeps } from '../../../api/deps.ts';
import { type ApiServer, startServer } from '../../../api/http/server.ts';
import { connectDatabase, type Database } from '../../../shared/platform/db/connect.ts';
import { createHitGatherer } from '../../../shared/resources/messaging/tracking/hits/gather.ts';
import type { TestApp } from '../../support/api/app.ts';
import { createTcpGate, type TcpGate } from '../../support/net/tcp-gate.ts';

/** The application and the gate before its database. */
export interface GatedApp {
  readonly gate: TcpGate;
  readonly deps: ApiDeps;
  get(path: string): supertest.Test;
  post(path: string): supertest.Test;
}

/** Starts it for the tests of the enclosing `describe`, with the gate open before each. */
export function useGatedApp(app: TestApp): GatedApp {
  let gate: TcpGate;
  let database: Database;
  let deps: ApiDeps;
  let server: ApiServer;
  after(async () => {
    gate.open();
    await server.stop();
    await deps.hits.drain();
    await database.end();
    await gate.close();
  });
  before(async () => {
    const { config, log } = app.deps;
    gate = await createTcpGate(config.databaseUrl);
    database = connectDatabase({ connectionString: gate.url, poolSize: 2, applicationName: 'gated', log });
    deps = { ...app.deps, database, hits: createHitGatherer({ ...app.deps, database }) };
    server = await startServer({
      app: createApp(deps),
      ids: deps.ids,
      publicUrl: config.publicUrl,
      port: 0,
      host: '127.0.0.1',
    });
  });
  beforeEach(() => gate.open());
  return {
    get gate() {
      return gate;
    },
    get deps() {
      return deps;
    },
    get: (path) => supertest(`http://127.0.0.1:${server.port}`).get(path).redirects(0),
    post: (path) => supertest(`http://127.0.0.1:${server.port}`).post(path),
  };
}
