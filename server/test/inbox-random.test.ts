import { testInbox } from './inbox-random.ts'

testInbox(200, 60_000)
