import { Conversations } from './conversations/conversations/Conversations.tsx'
import { UserDetailScreen } from './people/user-detail/UserDetailScreen.tsx'
import { RecordActions, RecordPanels } from './record-extensions.tsx'

/** The page of a person, with what the subjects above people show on it. */
export const PersonPage = () => (
  <UserDetailScreen
    conversations={(uid) => <Conversations uid={uid} mode="admin" />}
    actions={(uid, version) => <RecordActions kind="user" id={uid} version={version} />}
    panels={(uid) => <RecordPanels kind="user" id={uid} />}
  />
)
