import { testSequences } from '../../testing/sequences.ts'

testSequences(400)
