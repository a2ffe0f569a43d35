import { testSequences } from './sequences.ts'

testSequences(20)
