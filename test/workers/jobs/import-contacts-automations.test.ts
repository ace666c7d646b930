// The job that imports contacts, for an account whose automations start with them: what a row causes takes longer than
// the row, and one transaction has a limited time.
import { expect } from 'chai';
import type { ContactListener } from '../../../shared/resources/audience/contact-events/contact-listener.ts';
import { contactsTimeout } from '../../../shared/resources/audience/contact-writes/refusals.ts';
import { importWork } from '../../../shared/resources/flows/contact-imports/work.ts';
import { open as openImportContacts } from '../../../workers/jobs/import-contacts.ts';
import { counts, createImporter, type Importer, jobDepsOf } from '../../api/contact-imports/importer.ts';
import { useApp } from '../../support/api/app.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';

const ROWS = Array.from({ length: 500 }, (_, index) => `p${index}@x.dev`);
const FILE = ['email', ...ROWS, 'nobody', 'last@x.dev'].join('\n');
const IMPORTED = { status: 'completed', counts: counts({ created: 501, failed: 1 }) };

describe('the job that imports contacts, for an account with automations', () => {
  const app = useApp();
  let importer: Importer;
  beforeEach(async () => {
    importer = await createImporter(app);
  });
  const addAutomations = async (count: number) => {
    const { accountId } = importer.owner;
    const { id: domainId } = await createDomain(app.pool, accountId);
    for (let added = 0; added < count; added += 1)
      await createAutomation(app.pool, accountId, { domainId, trigger: 'contact.created' });
  };
  /** Imports the file. @param rowsMax more rows take too long @returns the number of rows of each try, and the import */
  const load = async (rowsMax: number) => {
    const { id } = await importer.start(FILE);
    const tries: number[] = [];
    const listener: ContactListener = {
      ...app.deps.eventIntake,
      onChange: (_client, { length }) => {
        tries.push(length);
        return length > rowsMax ? Promise.reject(contactsTimeout(15)) : Promise.resolve();
      },
    };
    const deps = { ...jobDepsOf(app), contactListeners: [listener] };
    await openImportContacts(deps, importWork).handle({ ids: [id] }, deps);
    return { tries, done: await importer.read({ id }) };
  };

  it('writes fewer rows at a time the more automations start with them', async () => {
    await addAutomations(24);
    const { tries, done } = await load(ROWS.length);
    expect(tries).to.deep.equal([200, 200, 101]);
    expect(done).to.deep.include(IMPORTED);
  });

  it('writes half of the rows when they take too long, and counts each once', async () => {
    await addAutomations(1);
    const { tries, done } = await load(130);
    // 502 rows, of which one is refused.
    expect(tries).to.deep.equal([501, 251, 125, 125, 125, 125, 1]);
    expect(done).to.deep.include(IMPORTED);
    expect((await importer.failures(done)).map(({ row }) => row)).to.deep.equal([502]);
  });
});
