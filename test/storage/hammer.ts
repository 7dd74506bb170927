import { KeyHash } from '../../src/metering/keys.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { READ } from './customer.ts'

/**
 * A separate process that uses a file, with 20 concurrent requests: `hammer.ts FILE KEY_HASH TIMES NOW`. Prints how
 * many were admitted.
 */
const [path = '', key = '', times = '', now = ''] = process.argv.slice(2)
const store = openEmbedded(path)
let admitted = 0
for (let request = 0; request < Number(times); request += 20) {
  const asked = Array.from({ length: 20 }, () => store.admit(KeyHash.parse(key), READ, getWindows(Number(now))))
  admitted += (await Promise.all(asked)).filter(({ verdict }) => verdict === 'admitted').length
}
await store.close()
process.stdout.write(String(admitted))
