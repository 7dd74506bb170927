import { addCopyButtons } from './copying.ts'
import { readAt } from './reader-clock.ts'
import { bringUpToDate } from './up-to-date.ts'

bringUpToDate(document, readAt())
addCopyButtons()
