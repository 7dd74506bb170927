import { v5 } from 'uuid'

/** The namespace of every id of this service. Changing it would change all ids. */
const NAMESPACE = 'f1a5d6c2-7c0e-4f43-9a53-3f0f3c2b8a61'

/** The id of a record: a UUIDv5 of its kind and the parts of its natural key, the same in every run. */
export const recordId = (kind: string, naturalKey: readonly (string | null)[]): string =>
  v5(Buffer.from(JSON.stringify([kind, ...naturalKey])), NAMESPACE)
