// Publishing while the template changes, and the look-ups of sends (docs/reference/templates.md).

import { expect } from 'chai';
import { CssInliningError } from '../../../../../shared/mail/css/inline-css.ts';
import { FairTurns } from '../../../../../shared/platform/sharing/fair-turns.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { publishTemplate } from '../../../../../shared/resources/messaging/templates/publishing/publish.ts';
import { createPublishedTemplates } from '../../../../../shared/resources/messaging/templates/rendering/published-templates.ts';
import { updateTemplate } from '../../../../../shared/resources/messaging/templates/update.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { createTemplate } from '../../../../support/factories/template-factories.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { createTestClock } from '../../../../support/time/clock.ts';
import { createCopyingComputer } from '../../../../support/work/copying-computer.ts';

describe('Publishing a template', () => {
  const database = useDatabase();
  const clock = createTestClock();
  const ids = createIds(clock);
  const computer = createCopyingComputer();
  const now = () => clock.now();
  const setup = async () => {
    const { id: accountId } = await createAccount(database.pool);
    const { id } = await createTemplate(database.pool, accountId, { isPublished: false });
    await database.pool.query('UPDATE template_versions SET inline_css = true WHERE template_id = $1', [id]);
    return { accountId, idOrAlias: id };
  };
  type Path = Awaited<ReturnType<typeof setup>>;
  const edit = (path: Path, html: string) =>
    updateTemplate({ database: database.pool, ids, computer }, path, { content: { html } }, now());
  const publishWith = (path: Path, inline: (html: string) => Promise<string>) =>
    publishTemplate(
      { database: database.pool, computer, cssInliner: { inline: (_, html) => inline(html) } },
      path,
      now(),
    );

  it('begins again when the template changes before it is locked, so that what is published was checked and inlined', async () => {
    const path = await setup();
    const inlined: string[] = [];
    const published = await publishWith(path, async (html) => {
      if (inlined.push(html) === 1) await edit(path, '<p>Edited {{ NAME }}</p>');
      return html.replace('<p>', '<p style="">');
    });
    expect(inlined).to.deep.equal(['<p>Hello {{ NAME }}</p>', '<p>Edited {{ NAME }}</p>']);
    expect(published.publishedVersionId).to.equal(published.currentVersionId);
    const { rows } = await database.pool.query(
      'SELECT inlined_html FROM template_versions WHERE id = $1 AND published_at IS NOT NULL',
      [published.publishedVersionId],
    );
    expect(rows).to.deep.equal([{ inlined_html: '<p style="">Edited {{ NAME }}</p>' }]);
  });

  it('gives up when the template changes each time, and publishes nothing', async () => {
    const path = await setup();
    let edits = 0;
    const error = await failureOf(
      publishWith(path, async (html) => {
        edits += 1;
        await edit(path, `<p>${edits}</p>`);
        return html;
      }),
    );
    expect(error).to.include({ name: 'validation_error' });
    const { rowCount } = await database.pool.query(
      'SELECT FROM template_versions WHERE account_id = $1 AND published_at IS NOT NULL',
      [path.accountId],
    );
    expect(rowCount).to.equal(0);
  });

  it('refuses html that the inlining has damaged, and passes bugs on', async () => {
    const path = await setup();
    expect(await failureOf(publishWith(path, async () => '{% if %}'))).to.include({
      name: 'validation_error',
    });
    const refusal = new CssInliningError('It takes too long.');
    expect(await failureOf(publishWith(path, () => Promise.reject(refusal)))).to.include({
      name: 'validation_error',
    });
    const bug = new TypeError('a bug');
    expect(await failureOf(publishWith(path, () => Promise.reject(bug)))).to.equal(bug);
  });
});

describe('Looking up published templates', () => {
  const database = useDatabase();

  it('finds each lookup of a group its own template, and loads a version once', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const { id: otherId } = await createAccount(database.pool);
    const mine = await createTemplate(database.pool, accountId, { alias: 'news' });
    const theirs = await createTemplate(database.pool, otherId, { alias: 'news' });
    const find = createPublishedTemplates(database.pool, new FairTurns());
    const found = await Promise.all([
      find({ accountId, idOrAlias: 'news' }),
      find({ accountId: otherId, idOrAlias: 'news' }),
      find({ accountId, idOrAlias: mine.id.toUpperCase() }),
      find({ accountId, idOrAlias: mine.id }),
    ]);
    expect(found.map(({ id }) => id)).to.deep.equal([mine.id, theirs.id, mine.id, mine.id]);
    expect(found[0]?.compiled).to.equal(found[3]?.compiled);
    const refused = await Promise.all(
      [theirs.id, 'unknown'].map((idOrAlias) => failureOf(find({ accountId, idOrAlias }))),
    );
    for (const error of refused) expect(error).to.include({ name: 'not_found' });
  });
});
