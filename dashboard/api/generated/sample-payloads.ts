// Written by `npm run openapi`. Do not edit.

/** Type of a webhook event → a payload of it. */
export const SAMPLE_PAYLOADS = {
  "email.scheduled": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.scheduled",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": []
    }
  },
  "email.sent": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.sent",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": []
    }
  },
  "email.delivered": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.delivered",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": []
    }
  },
  "email.delivery_delayed": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.delivery_delayed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delayed@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "reason": "temporary_failure",
      "message": "The server temporarily refused the message.",
      "smtp_code": 451,
      "smtp_reply": "451 4.3.0 This is a test",
      "server": "mx.example.com"
    }
  },
  "email.opened": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.opened",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "open": {
        "ipAddress": "192.0.2.1",
        "userAgent": "Test",
        "timestamp": "2026-11-20T12:00:00.000Z",
        "machine": null
      }
    }
  },
  "email.clicked": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.clicked",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "click": {
        "ipAddress": "192.0.2.1",
        "userAgent": "Test",
        "timestamp": "2026-11-20T12:00:00.000Z",
        "machine": null,
        "link": "https://example.com"
      }
    }
  },
  "email.bounced": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.bounced",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "bounced@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "reason": "unknown_mailbox",
      "message": "The server does not know this mailbox.",
      "smtp_code": 550,
      "smtp_reply": "550 5.1.1 This is a test",
      "server": "mx.example.com",
      "bounce": {
        "type": "Permanent",
        "subType": "NoEmail",
        "message": "550 5.1.1 This is a test",
        "diagnosticCode": [
          "550 5.1.1 This is a test"
        ]
      }
    }
  },
  "email.complained": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.complained",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "complained@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "complaint": {
        "feedback_type": "abuse"
      }
    }
  },
  "email.suppressed": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.suppressed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "suppressed@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "reason": "suppressed_address",
      "message": "The address is on the suppression list.",
      "smtp_code": null,
      "smtp_reply": null,
      "server": null,
      "suppressed": {
        "message": "The address is on the suppression list.",
        "type": "OnAccountSuppressionList",
        "reason": "previous_bounce",
        "diagnosticCode": [
          "550 5.1.1 This is a test"
        ]
      }
    }
  },
  "email.failed": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.failed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "failed@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "reason": "policy_refused",
      "message": "The server refused the message for policy reasons, such as the reputation of the sender.",
      "smtp_code": 554,
      "smtp_reply": "554 5.7.1 This is a test",
      "server": "mx.example.com",
      "failed": {
        "reason": "554 5.7.1 This is a test"
      },
      "bounce": {
        "type": "Transient",
        "subType": "General",
        "message": "554 5.7.1 This is a test",
        "diagnosticCode": [
          "554 5.7.1 This is a test"
        ]
      }
    }
  },
  "email.canceled": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.canceled",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": []
    }
  },
  "email.received": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.received",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "cc": [],
      "bcc": [],
      "subject": "This is a test",
      "received_for": [
        "delivered@simulator.test"
      ],
      "attachments": []
    }
  },
  "contact.created": {
    "id": "0199d3a0-0000-7000-8000-000000000003",
    "type": "contact.created",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "audience_id": "0199d3a0-0000-7000-8000-000000000002",
      "segment_ids": [],
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z",
      "email": "delivered@simulator.test",
      "first_name": "Test",
      "last_name": null,
      "unsubscribed": false,
      "tracking": "allowed"
    }
  },
  "contact.updated": {
    "id": "0199d3a0-0000-7000-8000-000000000003",
    "type": "contact.updated",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "audience_id": "0199d3a0-0000-7000-8000-000000000002",
      "segment_ids": [],
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z",
      "email": "delivered@simulator.test",
      "first_name": "Test",
      "last_name": null,
      "unsubscribed": false,
      "tracking": "allowed"
    }
  },
  "contact.deleted": {
    "id": "0199d3a0-0000-7000-8000-000000000003",
    "type": "contact.deleted",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "audience_id": "0199d3a0-0000-7000-8000-000000000002",
      "segment_ids": [],
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z",
      "email": "delivered@simulator.test",
      "first_name": "Test",
      "last_name": null,
      "unsubscribed": false,
      "tracking": "allowed"
    }
  },
  "contact.topics.updated": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "contact.topics.updated",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email": "delivered@simulator.test",
      "topics": [
        {
          "id": "0199d3a0-0000-7000-8000-000000000001",
          "subscription": "opt_in"
        }
      ]
    }
  },
  "contact.import.completed": {
    "id": "0199d3a0-0000-7000-8000-000000000003",
    "type": "contact.import.completed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "audience_id": "0199d3a0-0000-7000-8000-000000000002",
      "status": "completed",
      "counts": {
        "total": 10,
        "created": 8,
        "updated": 1,
        "skipped": 0,
        "failed": 1
      },
      "error": null,
      "created_at": "2026-11-20T12:00:00.000Z",
      "completed_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "domain.created": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "domain.created",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "simulator.test",
      "status": "verified",
      "region": "self-hosted",
      "created_at": "2026-11-20T12:00:00.000Z",
      "reputation": "good",
      "records": [
        {
          "record": "SPF",
          "name": "send.simulator.test",
          "host": "send",
          "type": "TXT",
          "ttl": "Auto",
          "status": "verified",
          "value": "v=spf1 a:mail.posthorn.dev ~all",
          "priority": null,
          "required": true,
          "found": [
            "v=spf1 a:mail.posthorn.dev ~all"
          ],
          "detail": null,
          "problem": null,
          "last_seen_at": "2026-11-20T12:00:00.000Z",
          "key": null
        }
      ]
    }
  },
  "domain.updated": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "domain.updated",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "simulator.test",
      "status": "verified",
      "region": "self-hosted",
      "created_at": "2026-11-20T12:00:00.000Z",
      "reputation": "good",
      "records": [
        {
          "record": "SPF",
          "name": "send.simulator.test",
          "host": "send",
          "type": "TXT",
          "ttl": "Auto",
          "status": "verified",
          "value": "v=spf1 a:mail.posthorn.dev ~all",
          "priority": null,
          "required": true,
          "found": [
            "v=spf1 a:mail.posthorn.dev ~all"
          ],
          "detail": null,
          "problem": null,
          "last_seen_at": "2026-11-20T12:00:00.000Z",
          "key": null
        }
      ]
    }
  },
  "domain.deleted": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "domain.deleted",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "simulator.test",
      "status": "verified",
      "region": "self-hosted",
      "created_at": "2026-11-20T12:00:00.000Z",
      "reputation": "good",
      "records": [
        {
          "record": "SPF",
          "name": "send.simulator.test",
          "host": "send",
          "type": "TXT",
          "ttl": "Auto",
          "status": "verified",
          "value": "v=spf1 a:mail.posthorn.dev ~all",
          "priority": null,
          "required": true,
          "found": [
            "v=spf1 a:mail.posthorn.dev ~all"
          ],
          "detail": null,
          "problem": null,
          "last_seen_at": "2026-11-20T12:00:00.000Z",
          "key": null
        }
      ]
    }
  },
  "suppression.added": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "suppression.added",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "email": "bounced@simulator.test",
      "origin": "manual",
      "source_id": null,
      "created_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "suppression.removed": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "suppression.removed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "email": "bounced@simulator.test",
      "origin": "manual",
      "source_id": null,
      "created_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "topic.created": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "topic.created",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "Test",
      "description": null,
      "default_subscription": "opt_in",
      "deleted": false,
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "topic.updated": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "topic.updated",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "Test",
      "description": null,
      "default_subscription": "opt_in",
      "deleted": false,
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "topic.deleted": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "topic.deleted",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "Test",
      "description": null,
      "default_subscription": "opt_in",
      "deleted": true,
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "campaign.sent": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "campaign.sent",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "campaign_id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "News of May",
      "status": "sent",
      "stats": {
        "recipients": 100,
        "left_out": 2,
        "pending": 0,
        "sent": 99,
        "delivered": 98,
        "delivery_delayed": 1,
        "bounced": 1,
        "failed": 1,
        "suppressed": 0,
        "complained": 0,
        "unsubscribed": 1,
        "opened": 60,
        "unique_opened": 49,
        "clicked": 15,
        "unique_clicked": 14,
        "machine_opened": 20,
        "machine_clicked": 3,
        "delivery_rate": 0.98,
        "bounce_rate": 0.01,
        "complaint_rate": 0,
        "open_rate": 0.5,
        "click_rate": 0.143,
        "unsubscribe_rate": 0.01
      }
    }
  },
  "campaign.paused": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "campaign.paused",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "campaign_id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "News of May",
      "status": "paused",
      "paused_reason": "manual",
      "stats": {
        "recipients": 100,
        "left_out": 2,
        "pending": 0,
        "sent": 99,
        "delivered": 98,
        "delivery_delayed": 1,
        "bounced": 1,
        "failed": 1,
        "suppressed": 0,
        "complained": 0,
        "unsubscribed": 1,
        "opened": 60,
        "unique_opened": 49,
        "clicked": 15,
        "unique_clicked": 14,
        "machine_opened": 20,
        "machine_clicked": 3,
        "delivery_rate": 0.98,
        "bounce_rate": 0.01,
        "complaint_rate": 0,
        "open_rate": 0.5,
        "click_rate": 0.143,
        "unsubscribe_rate": 0.01
      }
    }
  },
  "campaign.failed": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "campaign.failed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "campaign_id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "News of May",
      "status": "failed",
      "failed_reason": "The template of the campaign was deleted.",
      "stats": {
        "recipients": 100,
        "left_out": 2,
        "pending": 0,
        "sent": 99,
        "delivered": 98,
        "delivery_delayed": 1,
        "bounced": 1,
        "failed": 1,
        "suppressed": 0,
        "complained": 0,
        "unsubscribed": 1,
        "opened": 60,
        "unique_opened": 49,
        "clicked": 15,
        "unique_clicked": 14,
        "machine_opened": 20,
        "machine_clicked": 3,
        "delivery_rate": 0.98,
        "bounce_rate": 0.01,
        "complaint_rate": 0,
        "open_rate": 0.5,
        "click_rate": 0.143,
        "unsubscribe_rate": 0.01
      }
    }
  },
  "poll.voted": {
    "id": "0199d3a0-0000-7000-8000-000000000007",
    "type": "poll.voted",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "poll_id": "0199d3a0-0000-7000-8000-000000000003",
      "question": "Was this helpful?",
      "option_id": "0199d3a0-0000-7000-8000-000000000001",
      "option": "Yes",
      "previous_option_id": null,
      "email": "delivered@simulator.test",
      "contact_id": "0199d3a0-0000-7000-8000-000000000005",
      "email_id": "0199d3a0-0000-7000-8000-000000000004",
      "campaign_id": "0199d3a0-0000-7000-8000-000000000006",
      "created_at": "2026-11-20T12:00:00.000Z"
    }
  }
};

/** Type of a webhook event → when it happens, and field of its data → what it is. */
export const DESCRIBED_EVENTS = {
  "email.scheduled": {
    "summary": "An email was accepted for a later time",
    "fields": {
      "email_id": "Id of the email",
      "message_id": "The Message-ID header",
      "created_at": "When the email was created",
      "from": "Sender, as in the From header",
      "to": "The recipient that the event is about, as the only address",
      "subject": "Subject",
      "broadcast_id": "Id of the campaign that sent the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "tags": "Tags: name → value",
      "headers": "Custom headers of the email",
      "report_id": "Id of the mailed report or provider event that reported it",
      "provider": "Name of the provider that reported it after accepting the mail"
    }
  },
  "email.sent": {
    "summary": "The first delivery attempt of an email started",
    "fields": {
      "email_id": "Id of the email",
      "message_id": "The Message-ID header",
      "created_at": "When the email was created",
      "from": "Sender, as in the From header",
      "to": "The recipient that the event is about, as the only address",
      "subject": "Subject",
      "broadcast_id": "Id of the campaign that sent the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "tags": "Tags: name → value",
      "headers": "Custom headers of the email",
      "report_id": "Id of the mailed report or provider event that reported it",
      "provider": "Name of the provider that reported it after accepting the mail"
    }
  },
  "email.delivered": {
    "summary": "The mail server of the recipient accepted an email",
    "fields": {
      "email_id": "Id of the email",
      "message_id": "The Message-ID header",
      "created_at": "When the email was created",
      "from": "Sender, as in the From header",
      "to": "The recipient that the event is about, as the only address",
      "subject": "Subject",
      "broadcast_id": "Id of the campaign that sent the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "tags": "Tags: name → value",
      "headers": "Custom headers of the email",
      "report_id": "Id of the mailed report or provider event that reported it",
      "provider": "Name of the provider that reported it after accepting the mail",
      "server": "Host name of the mail server of the recipient",
      "tls": "How the connection to the mail server of the recipient was protected"
    }
  },
  "email.delivery_delayed": {
    "summary": "An attempt failed, and another one follows",
    "fields": {
      "email_id": "Id of the email",
      "message_id": "The Message-ID header",
      "created_at": "When the email was created",
      "from": "Sender, as in the From header",
      "to": "The recipient that the event is about, as the only address",
      "subject": "Subject",
      "broadcast_id": "Id of the campaign that sent the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "tags": "Tags: name → value",
      "headers": "Custom headers of the email",
      "report_id": "Id of the mailed report or provider event that reported it",
      "provider": "Name of the provider that reported it after accepting the mail",
      "reason": "Reason code. Branch on this field",
      "message": "The reason as a sentence, for people",
      "smtp_code": "Reply code of the mail server; null: no server replied",
      "smtp_reply": "Reply of the mail server; null: no server replied",
      "server": "Host name of the mail server that the attempt used; null: there was none",
      "tls": "How the connection to the mail server of the recipient was protected"
    }
  },
  "email.opened": {
    "summary": "A recipient opened an email, if open tracking is on",
    "fields": {
      "email_id": "Id of the email",
      "message_id": "The Message-ID header",
      "created_at": "When the email was created",
      "from": "Sender, as in the From header",
      "to": "The recipient that the event is about, as the only address",
      "subject": "Subject",
      "broadcast_id": "Id of the campaign that sent the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "tags": "Tags: name → value",
      "headers": "Custom headers of the email",
      "report_id": "Id of the mailed report or provider event that reported it",
      "provider": "Name of the provider that reported it after accepting the mail",
      "open": "The client that opened the email"
    }
  },
  "email.clicked": {
    "summary": "A recipient clicked a link, if click tracking is on",
    "fields": {
      "email_id": "Id of the email",
      "message_id": "The Message-ID header",
      "created_at": "When the email was created",
      "from": "Sender, as in the From header",
      "to": "The recipient that the event is about, as the only address",
      "subject": "Subject",
      "broadcast_id": "Id of the campaign that sent the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "tags": "Tags: name → value",
      "headers": "Custom headers of the email",
      "report_id": "Id of the mailed report or provider event that reported it",
      "provider": "Name of the provider that reported it after accepting the mail",
      "click": "The client that clicked the link"
    }
  },
  "email.bounced": {
    "summary": "The address does not accept mail; it is now on the suppression list",
    "fields": {
      "email_id": "Id of the email",
      "message_id": "The Message-ID header",
      "created_at": "When the email was created",
      "from": "Sender, as in the From header",
      "to": "The recipient that the event is about, as the only address",
      "subject": "Subject",
      "broadcast_id": "Id of the campaign that sent the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "tags": "Tags: name → value",
      "headers": "Custom headers of the email",
      "report_id": "Id of the mailed report or provider event that reported it",
      "provider": "Name of the provider that reported it after accepting the mail",
      "reason": "Reason code. Branch on this field",
      "message": "The reason as a sentence, for people",
      "smtp_code": "Reply code of the mail server; null: no server replied",
      "smtp_reply": "Reply of the mail server; null: no server replied",
      "server": "Host name of the mail server that the attempt used; null: there was none",
      "tls": "How the connection to the mail server of the recipient was protected",
      "bounce": "The refusal in Resend’s words"
    }
  },
  "email.complained": {
    "summary": "The recipient reported an email as spam",
    "fields": {
      "email_id": "Id of the email",
      "message_id": "The Message-ID header",
      "created_at": "When the email was created",
      "from": "Sender, as in the From header",
      "to": "The recipient that the event is about, as the only address",
      "subject": "Subject",
      "broadcast_id": "Id of the campaign that sent the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "tags": "Tags: name → value",
      "headers": "Custom headers of the email",
      "report_id": "Id of the mailed report or provider event that reported it",
      "provider": "Name of the provider that reported it after accepting the mail",
      "complaint": "The complaint"
    }
  },
  "email.suppressed": {
    "summary": "The recipient is on the suppression list or has opted out",
    "fields": {
      "email_id": "Id of the email",
      "message_id": "The Message-ID header",
      "created_at": "When the email was created",
      "from": "Sender, as in the From header",
      "to": "The recipient that the event is about, as the only address",
      "subject": "Subject",
      "broadcast_id": "Id of the campaign that sent the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "tags": "Tags: name → value",
      "headers": "Custom headers of the email",
      "report_id": "Id of the mailed report or provider event that reported it",
      "provider": "Name of the provider that reported it after accepting the mail",
      "reason": "Reason code. Branch on this field",
      "message": "The reason as a sentence, for people",
      "smtp_code": "Reply code of the mail server; null: no server replied",
      "smtp_reply": "Reply of the mail server; null: no server replied",
      "server": "Host name of the mail server that the attempt used; null: there was none",
      "suppressed": "Why, in Resend’s words"
    }
  },
  "email.failed": {
    "summary": "An email cannot be delivered to the recipient, for a reason that is not the address",
    "fields": {
      "email_id": "Id of the email",
      "message_id": "The Message-ID header",
      "created_at": "When the email was created",
      "from": "Sender, as in the From header",
      "to": "The recipient that the event is about, as the only address",
      "subject": "Subject",
      "broadcast_id": "Id of the campaign that sent the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "tags": "Tags: name → value",
      "headers": "Custom headers of the email",
      "report_id": "Id of the mailed report or provider event that reported it",
      "provider": "Name of the provider that reported it after accepting the mail",
      "reason": "Reason code. Branch on this field",
      "message": "The reason as a sentence, for people",
      "smtp_code": "Reply code of the mail server; null: no server replied",
      "smtp_reply": "Reply of the mail server; null: no server replied",
      "server": "Host name of the mail server that the attempt used; null: there was none",
      "tls": "How the connection to the mail server of the recipient was protected",
      "failed": "The reason in Resend’s words",
      "bounce": "The last refusal in Resend’s words, if a mail server replied or the attempts are used up"
    }
  },
  "email.canceled": {
    "summary": "A scheduled email was canceled",
    "fields": {
      "email_id": "Id of the email",
      "message_id": "The Message-ID header",
      "created_at": "When the email was created",
      "from": "Sender, as in the From header",
      "to": "The recipient that the event is about, as the only address",
      "subject": "Subject",
      "broadcast_id": "Id of the campaign that sent the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "tags": "Tags: name → value",
      "headers": "Custom headers of the email",
      "report_id": "Id of the mailed report or provider event that reported it",
      "provider": "Name of the provider that reported it after accepting the mail"
    }
  },
  "email.received": {
    "summary": "An email was received",
    "fields": {
      "email_id": "Id of the received email",
      "message_id": "The Message-ID header; null: the message has none",
      "created_at": "When the message was received",
      "from": "From, as in the header; null: the message has none",
      "to": "Addresses of To, as in the header",
      "cc": "Addresses of Cc, as in the header",
      "bcc": "Addresses of Bcc, as in the header",
      "subject": "Subject line; null: the message has none",
      "received_for": "Addresses of the account to which the message was delivered",
      "attachments": "Attachments of the message, in order"
    }
  },
  "domain.created": {
    "summary": "A domain was created",
    "fields": {
      "id": "Id of the object",
      "name": "The domain name, in lower-case ASCII",
      "status": "Progress of the verification of its DNS records",
      "region": "Region of the domain; it has no effect",
      "created_at": "When the object was created",
      "reputation": "`good`; `warned`; `paused`: nothing is sent until an operator lifts the pause; `recovering`: after a pause, with a daily limit",
      "records": "The DNS records to publish, and their state in DNS"
    }
  },
  "domain.updated": {
    "summary": "The settings, the status, a record or the reputation of a domain changed",
    "fields": {
      "id": "Id of the object",
      "name": "The domain name, in lower-case ASCII",
      "status": "Progress of the verification of its DNS records",
      "region": "Region of the domain; it has no effect",
      "created_at": "When the object was created",
      "reputation": "`good`; `warned`; `paused`: nothing is sent until an operator lifts the pause; `recovering`: after a pause, with a daily limit",
      "records": "The DNS records to publish, and their state in DNS"
    }
  },
  "domain.deleted": {
    "summary": "A domain was deleted or lost to a claim",
    "fields": {
      "id": "Id of the object",
      "name": "The domain name, in lower-case ASCII",
      "status": "Progress of the verification of its DNS records",
      "region": "Region of the domain; it has no effect",
      "created_at": "When the object was created",
      "reputation": "`good`; `warned`; `paused`: nothing is sent until an operator lifts the pause; `recovering`: after a pause, with a daily limit",
      "records": "The DNS records to publish, and their state in DNS"
    }
  },
  "contact.import.completed": {
    "summary": "An import of contacts ended, with any status",
    "fields": {
      "id": "Id of the object",
      "audience_id": "Id of the audience that the contacts are imported into",
      "status": "Status of the import; `completed`, `failed` and `canceled` are final",
      "counts": "Number of rows read so far, by outcome",
      "error": "Why the import failed; null: it did not",
      "created_at": "When the object was created",
      "completed_at": "When the import ended; null: it has not ended yet"
    }
  },
  "contact.created": {
    "summary": "A contact was created, except by an import",
    "fields": {
      "id": "Id of the object",
      "audience_id": "Id of the audience that the contact is in",
      "email": "The address",
      "first_name": "First name; null: none is known",
      "last_name": "Last name; null: none is known",
      "unsubscribed": "True: the address has unsubscribed from everything. This belongs to the address: it is the same for its contacts in all audiences, and remains when they are deleted",
      "tracking": "`refused`: opens and clicks of the address are not tracked; only the person can allow tracking again. Belongs to the address, like `unsubscribed`",
      "created_at": "When the contact was created",
      "updated_at": "When the contact was last changed",
      "segment_ids": "Ids of the segments that the contact is in"
    }
  },
  "contact.updated": {
    "summary": "The fields or segments of a contact changed, or the contact unsubscribed",
    "fields": {
      "id": "Id of the object",
      "audience_id": "Id of the audience that the contact is in",
      "email": "The address",
      "first_name": "First name; null: none is known",
      "last_name": "Last name; null: none is known",
      "unsubscribed": "True: the address has unsubscribed from everything. This belongs to the address: it is the same for its contacts in all audiences, and remains when they are deleted",
      "tracking": "`refused`: opens and clicks of the address are not tracked; only the person can allow tracking again. Belongs to the address, like `unsubscribed`",
      "created_at": "When the contact was created",
      "updated_at": "When the contact was last changed",
      "segment_ids": "Ids of the segments that the contact is in"
    }
  },
  "contact.deleted": {
    "summary": "A contact was deleted",
    "fields": {
      "id": "Id of the object",
      "audience_id": "Id of the audience that the contact is in",
      "email": "The address",
      "first_name": "First name; null: none is known",
      "last_name": "Last name; null: none is known",
      "unsubscribed": "True: the address has unsubscribed from everything. This belongs to the address: it is the same for its contacts in all audiences, and remains when they are deleted",
      "tracking": "`refused`: opens and clicks of the address are not tracked; only the person can allow tracking again. Belongs to the address, like `unsubscribed`",
      "created_at": "When the contact was created",
      "updated_at": "When the contact was last changed",
      "segment_ids": "Ids of the segments that the contact is in"
    }
  },
  "contact.topics.updated": {
    "summary": "An address opted in to topics or out of them",
    "fields": {
      "email": "The address",
      "topics": "The topics whose subscription changed"
    }
  },
  "suppression.added": {
    "summary": "An address was added to the suppression list",
    "fields": {
      "id": "Id of the object",
      "email": "The address, in lower case",
      "origin": "`bounce`: an email to the address bounced; `complaint`: an email was reported as spam; `manual`: the address was added manually",
      "source_id": "Id of the email that caused the entry; null: it was added manually",
      "created_at": "When the address was added"
    }
  },
  "suppression.removed": {
    "summary": "An address was removed from the suppression list",
    "fields": {
      "id": "Id of the object",
      "email": "The address, in lower case",
      "origin": "`bounce`: an email to the address bounced; `complaint`: an email was reported as spam; `manual`: the address was added manually",
      "source_id": "Id of the email that caused the entry; null: it was added manually",
      "created_at": "When the address was added"
    }
  },
  "campaign.sent": {
    "summary": "Every recipient of a campaign was tried or left out",
    "fields": {
      "campaign_id": "Id of the campaign",
      "name": "Name of the campaign",
      "status": "State of the campaign",
      "stats": "Counts and rates"
    }
  },
  "campaign.paused": {
    "summary": "A campaign was paused, by a person or automatically",
    "fields": {
      "campaign_id": "Id of the campaign",
      "name": "Name of the campaign",
      "status": "State of the campaign",
      "paused_reason": "Why it is paused",
      "stats": "Counts and rates"
    }
  },
  "campaign.failed": {
    "summary": "A campaign could not start",
    "fields": {
      "campaign_id": "Id of the campaign",
      "name": "Name of the campaign",
      "status": "State of the campaign",
      "failed_reason": "Why the campaign could not start, as a sentence",
      "stats": "Counts and rates"
    }
  },
  "poll.voted": {
    "summary": "A vote was cast or changed",
    "fields": {
      "poll_id": "Id of the poll",
      "question": "The question",
      "option_id": "Id of the chosen option",
      "option": "Text of the chosen option",
      "previous_option_id": "Id of the option chosen before; null: this is the first vote of the address",
      "email": "The address that voted, as in the email",
      "contact_id": "Id of the contact with this address",
      "email_id": "Id of the email",
      "campaign_id": "Id of the campaign that sent the email",
      "template_id": "Id of the template of the email",
      "created_at": "When the vote was cast"
    }
  },
  "topic.created": {
    "summary": "A topic was created",
    "fields": {
      "id": "Id of the object",
      "name": "Name",
      "description": "Description; null: there is none",
      "default_subscription": "`opt_in`: an address receives the topic unless it opts out; `opt_out`: only if it opts in",
      "created_at": "When the object was created",
      "updated_at": "When the topic was last changed",
      "deleted": "True: the topic was deleted"
    }
  },
  "topic.updated": {
    "summary": "A topic was changed",
    "fields": {
      "id": "Id of the object",
      "name": "Name",
      "description": "Description; null: there is none",
      "default_subscription": "`opt_in`: an address receives the topic unless it opts out; `opt_out`: only if it opts in",
      "created_at": "When the object was created",
      "updated_at": "When the topic was last changed",
      "deleted": "True: the topic was deleted"
    }
  },
  "topic.deleted": {
    "summary": "A topic was deleted",
    "fields": {
      "id": "Id of the object",
      "name": "Name",
      "description": "Description; null: there is none",
      "default_subscription": "`opt_in`: an address receives the topic unless it opts out; `opt_out`: only if it opts in",
      "created_at": "When the object was created",
      "updated_at": "When the topic was last changed",
      "deleted": "True: the topic was deleted"
    }
  }
};
