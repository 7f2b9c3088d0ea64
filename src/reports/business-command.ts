import type { SlashCommand } from '@slack/bolt';
import type { Message } from '../blocks/message.ts';
import { NotFoundError } from '../payment-service/index.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { readBusinessDetails } from './business-details.ts';
import { buildBusinessDetails, buildBusinessFailure, buildNoBusiness } from './business-details-view.ts';
import { postResponse } from './post-response.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { explainReadFailure } from './report-event.ts';

/** `/paylink business`: shows the merchant's details, only to the person who asks. */
export const handleBusiness = async (
  command: SlashCommand,
  dependencies: ReportDependencies,
): Promise<void> => {
  const { reports, audit, work } = dependencies;
  await audit.write({
    teamId: readTeamId(command),
    actorId: command.user_id,
    action: 'report-read',
    subject: 'business',
  });
  const answer = async () =>
    postResponse(
      { url: command.response_url, isReplacing: false },
      await readBusiness(dependencies),
      reports,
    );
  await work.track(answer());
};

async function readBusiness({ reports, log }: ReportDependencies): Promise<Message> {
  try {
    const answer = await reports.service.businessDetails();
    const details = readBusinessDetails(answer);
    return details === null ? buildNoBusiness(answer.reference) : buildBusinessDetails(details);
  } catch (error) {
    if (error instanceof NotFoundError) return buildNoBusiness(error.reference);
    const failure = explainReadFailure(error);
    if (failure === null) throw error;
    log.warn({ err: error, reference: failure.reference }, 'business details not read');
    return buildBusinessFailure(failure);
  }
}
