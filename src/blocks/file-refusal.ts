const AGAIN = 'Then ask for the file again.';
const BLOCKED_TYPE = {
  what: 'This workspace does not allow files of this type.',
  next: `Try the other format, CSV or XLSX, or ask an admin of your Slack to allow both. ${AGAIN}`,
};
const NO_UPLOADS = {
  what: 'This workspace does not allow files from apps.',
  next: `Ask an admin of your Slack to allow file uploads. ${AGAIN} Until then the table shows the rows page by page.`,
};
const NO_ROOM = {
  what: 'This workspace’s file storage is full.',
  next: `Ask an admin of your Slack to delete old files or buy more storage. ${AGAIN}`,
};
const NOT_PERMITTED = {
  what: 'Paylink has no permission to send files in this workspace.',
  next: `Ask whoever installed Paylink to install it again. ${AGAIN}`,
};
const TOO_LARGE = {
  what: 'The file is larger than this workspace allows.',
  next: 'Ask for fewer days at once.',
};

/**
 * Slack's reasons, from the references of files.getUploadURLExternal, files.completeUploadExternal
 * and chat.postMessage.
 */
const REFUSALS: Record<string, { what: string; next: string }> = {
  file_uploads_disabled: NO_UPLOADS,
  file_upload_disabled: NO_UPLOADS,
  file_uploads_except_images_disabled: {
    ...NO_UPLOADS,
    what: 'This workspace allows pictures as files, and no others.',
  },
  not_allowed_file_type: BLOCKED_TYPE,
  blocked_file_type: BLOCKED_TYPE,
  slack_connect_blocked_file_type: BLOCKED_TYPE,
  storage_limit_reached: NO_ROOM,
  team_storage_limit_reached: NO_ROOM,
  over_file_storage_limit: NO_ROOM,
  file_upload_size_restricted: TOO_LARGE,
  slack_connect_file_upload_sharing_blocked: {
    what: 'Files can’t be shared with the other company in that channel.',
    next: 'Ask for the file as a direct message.',
  },
  missing_scope: NOT_PERMITTED,
  no_permission: NOT_PERMITTED,
  not_allowed_token_type: NOT_PERMITTED,
  team_access_not_granted: {
    what: 'Paylink has no access to this workspace of your organisation.',
    next: `Ask an admin of your organisation to add Paylink to it. ${AGAIN}`,
  },
};

/** Why Slack refuses a file, and what to do about it. `code` is Slack's reason. */
export const explainFileRefusal = (code: string): { what: string; next: string } => {
  const known = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  return known
    ? { what: `${known.what} (${code})`, next: known.next }
    : {
        what: `Slack refused the file (${code}).`,
        next: 'If it happens again, tell whoever looks after Paylink.',
      };
};
