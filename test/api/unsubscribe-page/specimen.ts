// Specimens of the settings of the unsubscribe pages for the tests of all routes: valid requests and answers
// (test/api/specimen.ts).
import { createApiKey } from '../../support/factories/factories.ts';
import type { Specimen } from '../specimen.ts';

const FIELDS = {
  title: 'Email preferences',
  description: 'Choose what you hear from us',
  confirmation: 'Come back soon',
  logo_url: 'https://cdn.acme.dev/logo.png',
  background_color: '#12232E',
  text_color: '#eef4f7',
  accent_color: '#ffb703',
  sender_name: 'Acme',
  postal_address: '1 Main Street\nSpringfield',
};

/** Requests and answers of this resource. An account has one object, without an id. */
export const specimen: Specimen = {
  good: { updateUnsubscribePage: { body: { ...FIELDS, if_updated_at: '2026-11-20T12:00:00.000Z' } } },
  answers(app, expectAnswer) {
    it('for the settings of the unsubscribe pages, before and after a change', async () => {
      const { token } = await createApiKey(app.pool);
      const api = app.as(token);
      const ask = async () => {
        const page = await api.get('/unsubscribe-page');
        expectAnswer('getUnsubscribePage', page.status, page.body);
      };
      await ask();
      for (const body of [FIELDS, { title: null, logo_url: '' }]) {
        const updated = await api.patch('/unsubscribe-page').send(body);
        expectAnswer('updateUnsubscribePage', updated.status, updated.body);
      }
      await ask();
    });
  },
};
