// Specimens of imports for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { createContactImport } from '../../support/contact-factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { createImporter } from './importer.ts';

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    createContactImport: {
      // Without ids of segments, topics and audiences, and without properties: they are good in one account only.
      body: {
        csv: 'email\nbo@customer.dev\n',
        on_conflict: 'update',
        encoding: 'utf-8',
        column_map: { email: 'email', first_name: 'a', last_name: 'b', unsubscribed: 'c', properties: {} },
        segments: [],
        topics: [],
      },
    },
    listContactImports: { query: { limit: '2', after: UNKNOWN_ID, status: 'completed' } },
    listContactImportFailures: { query: { limit: '2', after: UNKNOWN_ID } },
  },
  create: createContactImport,
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM contact_imports WHERE account_id = $1', [accountId]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for imports that are created, listed and canceled, and for refused rows', async () => {
      const importer = await createImporter(app);
      const { api } = importer.owner;
      const created = await api.post('/contacts/imports').send({ csv: 'email\nbo@x.dev\nwrong\n' });
      expectAnswer('createContactImport', created.status, created.body);
      await importer.run(created.body);
      const path = `/contacts/imports/${created.body.id}`;
      const one = await api.get(path);
      expectAnswer('getContactImport', one.status, one.body);
      const list = await api.get('/contacts/imports');
      expectAnswer('listContactImports', list.status, list.body);
      const failures = await api.get(`${path}/failures`);
      expectAnswer('listContactImportFailures', failures.status, failures.body);
      const { id } = await importer.start('email\n');
      const canceled = await api.post(`/contacts/imports/${id}/cancel`);
      expectAnswer('cancelContactImport', canceled.status, canceled.body);
    });
  },
};
