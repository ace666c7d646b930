// Chooses the provider of a mail. It keeps the one that it was first tried by, or takes the first that operators have chosen for
// it. While that one is paused, or its failover takes its mail, it takes the next one that the SPF record of its domain allows; with
// none it waits.
import { DEFAULT_PROVIDER } from '../../../shared/resources/foundation/providers/provider.ts';
import type { OfferedMail } from '../../../shared/resources/messaging/emails/delivery/held/offered-mail.ts';

/** The facts about a provider. */
export interface ChoosableProvider {
  name: string;
  isPaused: boolean;
  /** Whether it accepts no connection, or has refused us for so long that another provider takes its mail. */
  isAway: boolean;
  failover: string | null;
  /** SPF mechanisms, with a blank between two. */
  spfMechanisms: string;
}

type ChoosingMail = Pick<OfferedMail, 'chosenProviders' | 'provider' | 'wasTried'>;

/**
 * @param providers by name, with the default one
 * @returns the name of the provider that carries the mail, or for which it waits
 */
export function chooseProvider(
  { chosenProviders, provider, wasTried }: ChoosingMail,
  providers: ReadonlyMap<string, ChoosableProvider>,
): string {
  const tried = provider ?? (wasTried ? DEFAULT_PROVIDER : undefined);
  const order = [...(tried === undefined ? [] : [tried]), ...chosenProviders, DEFAULT_PROVIDER];
  const known = order.flatMap((name) => providers.get(name) ?? []);
  const [first, ...others] = known;
  if (!first || takesMail(first)) return first?.name ?? DEFAULT_PROVIDER;
  const instead = failoverOf(first, providers);
  if (instead) return instead.name;
  // A provider without a failover is tried again and again, as it always was.
  if (!first.isPaused) return first.name;
  const allowed = mechanismsOf(first, providers);
  const fits = (each: ChoosableProvider) => listOf(each).every((mechanism) => allowed.has(mechanism));
  return others.find((each) => takesMail(each) && fits(each))?.name ?? first.name;
}

function takesMail({ isPaused, isAway }: ChoosableProvider): boolean {
  return !isPaused && !isAway;
}

/** The first of its failovers that takes mail; they may name each other. */
function failoverOf(
  first: ChoosableProvider,
  providers: ReadonlyMap<string, ChoosableProvider>,
): ChoosableProvider | undefined {
  const seen = new Set([first.name]);
  for (let next = first.failover; next !== null && !seen.has(next); ) {
    const provider = providers.get(next);
    if (!provider || takesMail(provider)) return provider;
    seen.add(next);
    next = provider.failover;
  }
  return undefined;
}

/**
 * The mechanisms in the SPF record of its domains: they include the failover
 * (shared/resources/foundation/providers/spf.ts).
 */
function mechanismsOf(
  { spfMechanisms, failover }: ChoosableProvider,
  providers: ReadonlyMap<string, ChoosableProvider>,
): ReadonlySet<string> {
  const second = failover === null ? undefined : providers.get(failover);
  return new Set([spfMechanisms, second?.spfMechanisms ?? ''].flatMap((each) => each.split(' ')));
}

function listOf({ spfMechanisms }: ChoosableProvider): string[] {
  return spfMechanisms.split(' ');
}
