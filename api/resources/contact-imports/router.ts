// Routes of /contacts/imports: import contacts from a CSV file, follow the import, cancel it, read the refused rows.
import type { Request } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { IMPORT_CSV_BODY_MAX_BYTES, IMPORT_FILE_MAX_BYTES } from '../../../shared/contract/limits.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import type { StoredContent } from '../../../shared/platform/storage/upload-store.ts';
import { cancelContactImport } from '../../../shared/resources/flows/contact-imports/cancel.ts';
import { createContactImport } from '../../../shared/resources/flows/contact-imports/create.ts';
import {
  findHeader,
  IMPORT_FAILURE_LIST,
  readFailures,
} from '../../../shared/resources/flows/contact-imports/failures/list.ts';
import { requireContactImport } from '../../../shared/resources/flows/contact-imports/find.ts';
import { CONTACT_IMPORT_LIST } from '../../../shared/resources/flows/contact-imports/list.ts';
import { isMultipart } from '../../body/upload/multipart.ts';
import { readUpload, type UploadDeps } from '../../body/upload/read-upload.ts';
import { uploadOf } from '../../body/upload/request-upload.ts';
import { wantsType } from '../../http/wants-type.ts';
import { pageQuery, toList } from '../../page.ts';
import { Content } from '../../reply.ts';
import { type Call, type Resource, route, uuidOf } from '../../route.ts';
import { validate } from '../../validate.ts';
import { type ImportOptions, importBody, importForm, listImportsQuery, toNewImport } from './input.ts';
import { toContactImport, toFailureItem, toFailuresCsv } from './output.ts';

const params = { id: uuidOf('Import') };

/** Routes of imports. */
export const contactImportRoutes: Resource = [
  route(OPERATIONS.createContactImport, { body: { unchecked: importBody }, form: importForm }, create, {
    readBody: readImport,
  }),
  route(OPERATIONS.listContactImports, { query: listImportsQuery }, async (call) => {
    const {
      deps,
      caller,
      query: { status, ...page },
    } = call;
    const { accountId } = caller;
    return toList(
      await findPageOf(deps.database, CONTACT_IMPORT_LIST, accountId, page, { status }),
      toContactImport,
    );
  }),
  route(OPERATIONS.getContactImport, { params }, async ({ deps, caller: { accountId }, params: { id } }) =>
    toContactImport(await requireContactImport(deps.database, { accountId, id })),
  ),
  route(OPERATIONS.cancelContactImport, { params }, async ({ deps, caller: { accountId }, params: { id } }) =>
    toContactImport(await cancelContactImport(deps, { accountId, id }, deps.clock.now())),
  ),
  route(OPERATIONS.listContactImportFailures, { params, query: pageQuery }, async (call) => {
    const { deps, caller, query, request } = call;
    const { id } = await requireContactImport(deps.database, {
      accountId: caller.accountId,
      id: call.params.id,
    });
    if (wantsType(request, 'text/csv')) {
      const file = toFailuresCsv(await findHeader(deps.database, id), readFailures(deps.database, id));
      return new Content('text/csv; charset=utf-8', file, `failures-${id}.csv`);
    }
    return toList(await findPageOf(deps.database, IMPORT_FAILURE_LIST, id, query), toFailureItem);
  }),
];

function readImport(deps: UploadDeps) {
  return readUpload(deps, {
    field: OPERATIONS.createContactImport.upload.field,
    fileMaxBytes: IMPORT_FILE_MAX_BYTES,
    jsonMaxBytes: IMPORT_CSV_BODY_MAX_BYTES,
  });
}

async function create({ deps, caller: { accountId }, request }: Pick<Call, 'deps' | 'caller' | 'request'>) {
  const upload = uploadOf(request);
  const { file, options } = await readFile(request);
  const fileName = upload.fileName ?? null;
  const place = { id: deps.ids.next(), accountId, createdAt: deps.clock.now(), file, fileName };
  const created = await createContactImport(deps, { ...place, ...toNewImport(options, request.body) });
  upload.keep();
  return toContactImport(created);
}

/** @throws DomainError when there is no file, or an empty one */
async function readFile(request: Request): Promise<{ file: StoredContent; options: ImportOptions }> {
  const upload = uploadOf(request);
  if (!isMultipart(request.headers['content-type'])) {
    const { csv, ...options } = validate(importBody, request.body);
    return { file: await upload.write([Buffer.from(csv)]), options: { ...options, encoding: 'utf-8' } };
  }
  const options = validate(importForm, request.body);
  const { file } = upload;
  if (!file) throw new DomainError('missing_required_field', '`file` is required.');
  if (file.size === 0) throw new DomainError('validation_error', '`file` must not be empty.');
  return { file, options };
}
