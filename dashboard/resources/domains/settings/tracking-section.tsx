// What is measured of mail from a domain, through which host, and who learns of it.
import { Link } from 'wouter';
import type { Domain } from '../../../api/generated/types.ts';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { SettingField } from './setting-field.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import css from './settings.module.css';
import {
  clicksHint,
  LEARNS_OF_IT,
  labelHint,
  labelWithin,
  OPENS_HINT,
  trackingHostWords,
} from './tracking-words.ts';

/** The section. */
export function TrackingSection({ domain }: { domain: Domain }) {
  return (
    <Section title="Tracking" description={LEARNS_OF_IT} level={3}>
      <Stack gap={4}>
        <SettingSwitch
          domain={domain}
          label="Track opens"
          hint={OPENS_HINT}
          isOn={domain.open_tracking}
          bodyOf={(open_tracking) => ({ open_tracking })}
          doneWords={(isOn) => (isOn ? 'New mail tracks opens.' : 'New mail no longer tracks opens.')}
        />
        <SettingSwitch
          domain={domain}
          label="Track clicks"
          hint={clicksHint(domain)}
          isOn={domain.click_tracking}
          bodyOf={(click_tracking) => ({ click_tracking })}
          doneWords={(isOn) => (isOn ? 'New mail tracks clicks.' : 'New mail no longer tracks clicks.')}
        />
        <p className={css['fact']}>
          {trackingHostWords(domain)}{' '}
          {domain.tracking_subdomain !== null && <Link href={`/domains/${domain.id}`}>Open Records</Link>}
        </p>
        <SettingField
          domain={domain}
          field="tracking_subdomain"
          label="Custom tracking subdomain"
          hint={(typed) => labelHint(typed, domain.name)}
          meantBy={(typed) => labelWithin(typed, domain.name)}
          placeholder="links"
          isMono
          doneWords={(label) =>
            label === null
              ? 'Custom tracking subdomain removed.'
              : 'Tracking subdomain saved. Publish its record.'
          }
        />
      </Stack>
    </Section>
  );
}
