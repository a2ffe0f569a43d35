import { Conversations } from './conversations/conversations/Conversations.tsx'
import { UserDetailScreen } from './people/user-detail/UserDetailScreen.tsx'

/** The page of a person, with what the subjects above people show on it. */
export const PersonPage = () => (
  <UserDetailScreen conversations={(uid) => <Conversations uid={uid} mode="admin" />} />
)
