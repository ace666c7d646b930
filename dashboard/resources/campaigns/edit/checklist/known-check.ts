// What the server has found in a campaign, for all parts of its page: the checklist asks for it (use-checklist.ts), the button
// that sends reads it.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { callUntil } from '../../../../api/call.ts';
import { type ApiFailure, asFailure } from '../../../../api/failure.ts';
import type { Campaign } from '../../../../api/generated/types.ts';
import type { Finding } from './finding-places.ts';

/** The last answer. */
interface KnownCheck {
  /** `updated_at` of the campaign that was checked. */
  of: string;
  answeredAtMs: number;
  findings: readonly Finding[] | undefined;
  /** The reason why there is no answer: earlier findings stay. */
  failure: ApiFailure | undefined;
  opensLinks: boolean;
}

/** The content to check. */
interface AskedCheck {
  campaign: Pick<Campaign, 'id' | 'updated_at'>;
  opensLinks: boolean;
}

const keyOf = (id: string) => ['known-check', id];

/** The last answer, and whether the next one is on its way. It asks nothing. */
export function useKnownCheck(id: string) {
  const { data, isFetching } = useQuery<KnownCheck>({
    queryKey: keyOf(id),
    queryFn: () => Promise.reject(new Error('The checklist is not ready.')),
    enabled: false,
  });
  return { known: data, isAsking: isFetching };
}

/** Asks for the next answer; while one is pending no other is requested. */
export async function askForCheck(client: QueryClient, { campaign, opensLinks }: AskedCheck): Promise<void> {
  const { id, updated_at: of } = campaign;
  await client.fetchQuery<KnownCheck>({
    queryKey: keyOf(id),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = opensLinks ? { links: true } : {};
      const answer = await callUntil(signal, 'checkCampaign', { id, query }).catch(asFailure);
      const before = client.getQueryData<KnownCheck>(keyOf(id))?.findings;
      const [findings, failure] = 'findings' in answer ? [answer.findings, undefined] : [before, answer];
      return { of, answeredAtMs: Date.now(), findings, failure, opensLinks };
    },
  });
}

/** The findings may have changed: the server has refused to send it. */
export function doubtCheck(client: QueryClient, id: string): void {
  client.setQueryData<KnownCheck>(keyOf(id), (known) => known && { ...known, of: '' });
}
