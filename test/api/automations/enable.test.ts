// What bounds enabled automations (docs/reference/automations.md#patch-automationsid).

import { expect } from 'chai';
import { AUTOMATIONS_OF_TRIGGER_MAX } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createAutomationOwner } from './owner.ts';

describe('Enabling automations', () => {
  const app = useApp();

  it('Enables up to 100 automations of a domain with the same trigger, and rejects the next with validation_error 422.', async () => {
    const owner = await createAutomationOwner(app);
    const { id, trigger } = await owner.made();
    const { rows } = await app.pool.query<{ domainId: string }>(
      'SELECT domain_id AS "domainId" FROM automations WHERE id = $1',
      [id],
    );
    const domainId = rows[0]?.domainId ?? '';
    const others = Array.from({ length: AUTOMATIONS_OF_TRIGGER_MAX }, () =>
      createAutomation(app.pool, owner.accountId, { domainId, trigger: String(trigger) }),
    );
    const [first] = await Promise.all(others);
    expectError(await owner.change(id, { status: 'enabled' }), 422, 'validation_error');
    await owner.change(first?.id ?? '', { status: 'disabled' });
    expect((await owner.change(id, { status: 'enabled' })).status).to.equal(200);
  });
});
