import { inBackground } from './background.ts'
import { indexAlone, type SearchWork } from './searcher.ts'

// Writes search tables.
inBackground<null, SearchWork, true>((_, beat) => ({
  take(work) {
    indexAlone(work, beat)
    return true
  },
  close: () => {},
}))
