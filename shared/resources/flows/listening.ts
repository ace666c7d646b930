// The type of a manifest that listens to what happens to audiences and domains (../foundation/manifest.ts). Those who listen
// are above audiences and domains, so only the manifests of this group can have listeners.
import type { AudienceListener } from '../audience/audiences/audience-listener.ts';
import type { Manifest } from '../foundation/manifest.ts';
import type { DomainListener } from '../messaging/domains/domain-listener.ts';

/** What a resource of this group has. */
export interface ListeningManifest extends Manifest {
  audienceListener?: AudienceListener;
  domainListener?: DomainListener;
}
