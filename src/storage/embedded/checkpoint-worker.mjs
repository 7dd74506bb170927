import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/**
 * A thread for checkpoints: they wait for the disk, which no request should. Each message asks for a checkpoint, or for
 * the end. Plain JavaScript, because the thread starts under load, and a type stripper would double its start.
 */
const db = new Database(workerData, { fileMustExist: true })

parentPort?.on('message', (message) => {
  if (message === 'close') {
    db.close()
    parentPort?.close()
    return
  }
  // Pages that a reader still needs, or that another process is moving, are left for the next time.
  db.pragma('wal_checkpoint(PASSIVE)')
  parentPort?.postMessage('done')
})
