// When a draft is to be sent, as one has chosen it: the same for all parts of its page, and there again when one comes back to
// it in this browser, until one signs out.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../../api/session.ts';
import { zoneOfBrowser } from '../../../../design/fields/moment/moment-words.ts';
import { SAMPLE_PREFIX } from '../../../../editing/stored-drafts.ts';
import { keep, readStored } from '../../../../editing/stored-text.ts';
import { AT_ONCE, type ChosenTime, readChosenTime } from './chosen-time.ts';

/** The choice, the zone in which it is read, and what changes it. */
export function useChosenTime(campaignId: string) {
  const { person, account } = useSession();
  const client = useQueryClient();
  const place = `${SAMPLE_PREFIX}${person.id}:${account.id}:time:${campaignId}`;
  const queryKey = ['chosen-time', place];
  const { data: time = AT_ONCE } = useQuery<ChosenTime>({
    queryKey,
    queryFn: () => readChosenTime(readStored(place)),
    initialData: () => readChosenTime(readStored(place)),
    enabled: false,
  });
  const choose = (next: ChosenTime) => {
    keep(place, JSON.stringify(next));
    client.setQueryData(queryKey, next);
  };
  return { time, choose, zone: time.zone ?? zoneOfBrowser() };
}
