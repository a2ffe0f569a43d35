import { testInbox } from './inbox-random.ts'

testInbox(10_000, 1_200_000)
