// Finds the filter of a segment that uses a segment, a topic, a campaign, a poll or a contact property, which then cannot be deleted.
import type { FindUse, UsedResource } from '../../../foundation/in-use.ts';
import { campaignField } from './campaigns.ts';
import { propertyField, topicField } from './contact-field.ts';
import { pollField } from './polls.ts';

const FIND = `
  SELECT name FROM segments
  WHERE account_id = $1 AND filter IS NOT NULL AND jsonb_path_exists(filter, $2::jsonpath, $3::jsonb)
  ORDER BY id LIMIT 1`;

const BY_FIELD = 'strict $.** ? (@.field == $used)';
const BY_SEGMENT = 'strict $.** ? (@.field == "segment" && @.value == $used)';

/** The oldest segment whose filter has a rule about it. */
export const findFilterUsing: FindUse = async (client, accountId, used) => {
  const rule = ruleAbout(used);
  if (!rule) return undefined;
  const { rows } = await client.query<{ name: string }>({
    name: 'find-filter-that-uses',
    text: FIND,
    values: [accountId, rule.path, JSON.stringify({ used: rule.used })],
  });
  return rows[0] && `The filter of the segment ${JSON.stringify(rows[0].name)}`;
};

/** @returns undefined: no rule can name it */
function ruleAbout(used: UsedResource): { path: string; used: string } | undefined {
  switch (used.kind) {
    case 'segment':
      return { path: BY_SEGMENT, used: used.id.toLowerCase() };
    case 'topic':
      return { path: BY_FIELD, used: topicField(used.id.toLowerCase()) };
    case 'campaign':
      return { path: BY_FIELD, used: campaignField(used.id.toLowerCase()) };
    case 'poll':
      return { path: BY_FIELD, used: pollField(used.id) };
    case 'contact_property':
      return { path: BY_FIELD, used: propertyField(used.key) };
    case 'audience':
    case 'template':
    case 'domain':
      return undefined;
  }
}
