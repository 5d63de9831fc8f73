"""Take off what has had its time: pins (3.9), smoke (3.11), and that a car has retired (3.11)."""

from campaign.kit.clock import unmarks

end_move = unmarks("end_move")
end_shoot = unmarks("end_shoot")
