import { allAdapters } from './adapters.ts'
import { storeContract } from './contract.ts'

storeContract(allAdapters())
