import { testInbox } from '../../testing/inbox-random.ts'

testInbox(200, 60_000)
