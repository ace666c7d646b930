// The fields of the unsubscribe pages: the words on them, and how they look.
import {
  LOGO_URL_MAX_LENGTH,
  PAGE_TEXT_MAX_LENGTH,
  PAGE_TITLE_MAX_LENGTH,
  POSTAL_ADDRESS_MAX_LENGTH,
  SENDER_NAME_MAX_LENGTH,
} from '../../../shared/contract/limits.ts';
import { DEFAULT_PAGE_COLORS } from '../../../shared/contract/unsubscribe-page/values.ts';
import { ColorField } from '../../design/fields/color-field.tsx';
import { TextArea } from '../../design/fields/text-area.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import type { PageDraft, PageField } from './page-draft.ts';
import css from './unsubscribe-page.module.css';

interface PageFieldsProps {
  draft: PageDraft;
  onChange(field: PageField, value: string): void;
  /** The fault of a field. */
  faultOf(field: PageField): string | undefined;
  isReadOnly: boolean;
}

/** The fields. */
export function PageFields({ draft, onChange, faultOf, isReadOnly }: PageFieldsProps) {
  const of = (field: PageField) => ({
    name: field,
    value: draft[field],
    onChange: (value: string) => onChange(field, value),
    error: faultOf(field),
    isReadOnly,
  });
  return (
    <>
      <Words of={of} />
      <Looks of={of} />
    </>
  );
}

interface GroupProps {
  /** The props of a field. */
  of(field: PageField): {
    name: string;
    value: string;
    onChange(value: string): void;
    error: string | undefined;
    isReadOnly: boolean;
  };
}

function Words({ of }: GroupProps) {
  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>Text</legend>
      <TextField
        label="Heading"
        hint="Leave empty to use the purpose of the page, such as “Unsubscribe”."
        maxLength={PAGE_TITLE_MAX_LENGTH}
        {...of('title')}
      />
      <TextArea
        label="Text below the heading"
        rows={3}
        maxLength={PAGE_TEXT_MAX_LENGTH}
        {...of('description')}
      />
      <TextArea
        label="Text after unsubscribing"
        hint="Leave empty to use “Emails that are already on their way may still arrive.”"
        rows={3}
        maxLength={PAGE_TEXT_MAX_LENGTH}
        {...of('confirmation')}
      />
      <TextField
        label="Sender"
        hint="Leave empty to use the default sender of the domain."
        maxLength={SENDER_NAME_MAX_LENGTH}
        autoComplete="organization"
        {...of('sender_name')}
      />
      <TextArea
        label="Postal address"
        hint="Shown at the bottom of the pages. Many countries require it."
        rows={3}
        maxLength={POSTAL_ADDRESS_MAX_LENGTH}
        {...of('postal_address')}
      />
    </fieldset>
  );
}

function Looks({ of }: GroupProps) {
  const { backgroundColor, textColor, accentColor } = DEFAULT_PAGE_COLORS;
  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>Appearance</legend>
      <TextField
        label="Logo"
        type="url"
        placeholder="https://acme.dev/logo.png"
        hint="The https URL of an image. Posthorn shows it up to 64 px high."
        maxLength={LOGO_URL_MAX_LENGTH}
        isMono
        {...of('logo_url')}
      />
      <ColorField label="Background" fallback={backgroundColor} {...of('background_color')} />
      <ColorField label="Text colour" fallback={textColor} {...of('text_color')} />
      <ColorField
        label="Buttons"
        hint="Button text is black or white, whichever is easier to read."
        fallback={accentColor}
        {...of('accent_color')}
      />
    </fieldset>
  );
}
