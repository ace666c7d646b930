// Specimens of imports for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { fieldsByColumn } from '../../../shared/contract/contacts/fields.ts';
import { createContactImport } from '../../support/factories/contact-factories.ts';
import { countIn, createAsker, type Specimen, UNKNOWN_ID } from '../specimen.ts';
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
        column_map: {
          email: 'email',
          ...fieldsByColumn(({ title }) => title),
          unsubscribed: 'c',
          tracking: 'd',
          properties: {},
        },
        create_properties: true,
        segments: [],
        topics: [],
      },
    },
    listContactImports: { query: { limit: '2', after: UNKNOWN_ID, status: 'completed' } },
    listContactImportFailures: { query: { limit: '2', after: UNKNOWN_ID } },
  },
  create: createContactImport,
  count: countIn('contact_imports'),
  answers(app, expectAnswer) {
    it('for imports that are created, listed and canceled, and for refused rows', async () => {
      const importer = await createImporter(app);
      const ask = createAsker(importer.owner.api, expectAnswer);
      const csv = 'email\nbo@customer.dev\nwrong\n';
      const created = await ask('createContactImport', '/contacts/imports', { csv });
      await importer.run(created);
      await ask('getContactImport', `/contacts/imports/${created.id}`);
      await ask('listContactImports', '/contacts/imports');
      await ask('listContactImportFailures', `/contacts/imports/${created.id}/failures`);
      const { id } = await importer.start('email\n');
      await ask('cancelContactImport', `/contacts/imports/${id}/cancel`);
    });
  },
};
