import { crossFaults } from './faults.ts'
import { type Publication, publish } from './publish/index.ts'
import { type Dataset, type Fault, faultText, type Progress, readDataset } from './read.ts'

/** The dataset cannot be published; carries every reason. */
export class DatasetFault extends Error {
  override name = 'DatasetFault'
  readonly faults: readonly Fault[]
  constructor(faults: readonly Fault[]) {
    super(faults.map(faultText).join('\n'))
    this.faults = faults
  }
}

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
