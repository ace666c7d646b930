// What the lists of templates ask for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The templates. */
export const TEMPLATES = { operation: 'listTemplates', filters: ['q', 'status'] } as const satisfies ListSpec;

/** The versions of one template, a list inside its record. */
export const TEMPLATE_VERSIONS = {
  operation: 'listTemplateVersions',
  filters: [],
  prefix: 'versions_',
} as const satisfies ListSpec;

/** The path of the list, below /app; records are below it. */
export const TEMPLATES_PATH = '/templates';

/** The path of the editor: a document of its own, whose policy lets the visual editor paste, so links to it load it. */
export function editorPath(id: string): string {
  return `${TEMPLATES_PATH}/${id}/edit`;
}
