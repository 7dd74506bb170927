import { openApi } from '../../src/contract/document.ts'

/** The contract document, built once for all tests of a worker. They must not change it. */
export const CONTRACT = openApi({ servers: [] })
