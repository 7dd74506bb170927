import { KeyHash } from '../../src/metering/keys.ts'
import { windowsAt } from '../../src/metering/windows.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { READ } from './customer.ts'

/** A process of its own that spends on a file: `hammer.ts FILE KEY_HASH TIMES NOW`. Prints how many were admitted. */
const [path = '', key = '', times = '', now = ''] = process.argv.slice(2)
const store = openEmbedded(path)
let admitted = 0
for (let request = 0; request < Number(times); request += 1) {
  const { verdict } = await store.admit(KeyHash.parse(key), READ, windowsAt(Number(now)))
  if (verdict === 'admitted') admitted += 1
}
await store.close()
process.stdout.write(String(admitted))
