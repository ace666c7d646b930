// The bytes of received mail are stored apart from those of sent mail, because their retention differs.
import type { ChunkTable } from '../../../platform/storage/uploads.ts';

/** Raw messages and their files. */
export const RECEIVED_CHUNKS: ChunkTable = 'received_chunks';
