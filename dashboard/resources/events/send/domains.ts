// The domains whose automations take an event: the default one first.
import type { DomainItem } from '../../../api/generated/types.ts';

type NamedDomain = Pick<DomainItem, 'name' | 'default'>;

/** The default domain; the first one where none is; undefined: there is none. */
export function defaultDomainOf(domains: readonly NamedDomain[]): string | undefined {
  return (domains.find((each) => each.default) ?? domains[0])?.name;
}

/** As options of a field. */
export function domainOptions(domains: readonly NamedDomain[]): { id: string; label: string }[] {
  const first = domains.filter((each) => each.default);
  const others = domains.filter((each) => !each.default);
  return [
    ...first.map(({ name }) => ({ id: name, label: name, hint: 'The default domain' })),
    ...others.map(({ name }) => ({ id: name, label: name })),
  ];
}
