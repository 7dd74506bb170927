import { type Dataset, type Progress, readDataset } from '../records/dataset.ts'
import { DatasetFault } from '../records/fault.ts'
import { crossFaults } from './faults.ts'
import { type Publication, publish } from './publish/index.ts'

/** Reads a dataset folder and turns it into what is published. @throws DatasetFault with every bad line */
export async function prepare(
  folder: string,
  progress: Progress,
): Promise<{ dataset: Dataset; publication: Publication }> {
  const dataset = await readDataset(folder, progress)
  const faults = [...dataset.faults, ...crossFaults(dataset)]
  if (faults.length > 0) throw new DatasetFault(faults)
  return { dataset, publication: publish(dataset.records, dataset.history) }
}
