"""What every hex system needs, once: functions of a situation, no base class, no question which system is played."""
