// All partitioned tables, from the manifests: one partition per month, which are made ahead.
import { MANIFESTS } from './resources.ts';

export const PARTITIONED_TABLES = MANIFESTS.flatMap(({ partitioned = [] }) => partitioned);
