// For the rooms that read bakes but no records.
export { fileHash } from '../records/file-bytes.ts'
