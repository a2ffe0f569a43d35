import { testInbox } from './inbox-random.ts'

// The embedded database runs one transaction at a time: fewer steps show as much there.
testInbox(process.env.DATABASE_URL ? 10_000 : 2000, 1_200_000)
